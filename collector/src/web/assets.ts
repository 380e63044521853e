import { STYLE } from "../../../src/report/index.ts";

/** The style sheet: the report's, and what forms need. */
export const STYLE_SHEET = `${STYLE}
form { margin: .5rem 0; } label { display: block; } input { font: inherit; padding: .4rem; width: 100%; max-width: 34rem; }
button { font: inherit; padding: .4rem .9rem; margin-top: .5rem; cursor: pointer; } code { font-size: .9em; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
pre { white-space: pre-wrap; padding: .75rem; border: 1px solid var(--line); }
tr > td:nth-child(n), tr > th:nth-child(n) { text-align: right; } tr > td.text, tr > th.text { text-align: left; }
th.text:nth-child(n), td.text:nth-child(n) { text-align: left; } summary { cursor: pointer; margin-top: .75rem; } .error { color: var(--red); }
`;

/** Fills the form of the page to sign in from the link's fragment, which no server and no log ever sees. */
export const LOGIN_SCRIPT = `const code = location.hash.slice(1);
if (code !== "") {
  history.replaceState(null, "", location.pathname);
  document.querySelector("input[name=code]").value = code;
  document.querySelector("form").requestSubmit();
}
`;
