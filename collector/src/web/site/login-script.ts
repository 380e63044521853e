/** Fills the form of the page to sign in from the link's fragment, which no server and no log ever sees. */
export const LOGIN_SCRIPT = `const code = location.hash.slice(1);
if (code !== "") {
  history.replaceState(null, "", location.pathname);
  const field = document.querySelector("input[name=code]");
  field.value = code;
  field.form.requestSubmit();
}
`;
