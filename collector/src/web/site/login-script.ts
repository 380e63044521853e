/** Fills the form of the page to sign in from the link's fragment, which no server and no log ever sees. */
export const LOGIN_SCRIPT = `function signIn() {
  const code = location.hash.slice(1);
  if (code === "") return;
  history.replaceState(null, "", location.pathname);
  const field = document.querySelector("input[name=code]");
  field.value = code;
  field.form.requestSubmit();
}
// A link pasted into a tab that shows the page already does not load it again.
addEventListener("hashchange", signIn);
signIn();
`;
