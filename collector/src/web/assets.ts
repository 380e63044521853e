import { STYLE } from "../../../src/report/index.ts";

/** The style sheet: the report's, and what a site needs besides. */
export const STYLE_SHEET = `${STYLE.toString()}
.bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; margin-bottom: 1.25rem; }
.bar a { color: var(--soft); font-weight: 600; text-decoration: none; } .bar a:hover { color: var(--text); }
nav { display: flex; gap: .5rem; } form { margin: 0; } .made { margin: .1rem 0 1rem; }
button { font: inherit; font-size: .9rem; font-weight: 600; padding: .4rem .85rem; border-radius: .45rem; cursor: pointer;
  color: var(--text); background: var(--card); border: 1px solid var(--edge); }
button:hover { border-color: var(--text); } .plain-button { border-color: transparent; background: none; font-weight: 400; }
.main { color: var(--card); background: var(--text); border-color: var(--text); }
:focus-visible { outline: 2px solid var(--c1); outline-offset: 2px; }
.owner .line { margin-bottom: .35rem; } .owner .line [role=heading] { font-weight: 600; } .more { margin: 0 0 .75rem; }
.panels .panel { min-width: 0; } #machines { margin-bottom: .4rem; } .about { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 400; }
.seen::before { content: ""; display: inline-block; width: .55rem; height: .55rem; margin-right: .4rem; border-radius: 50%; border: 1.5px solid var(--edge); }
.seen.active::before { background: var(--green); border-color: var(--green); }
.badge { display: inline-block; padding: 0 .4rem; border: 1px solid currentColor; border-radius: 1rem; color: var(--red); font-size: .8rem; font-weight: 400; }
table.text td { text-align: left; } .start, .sign-in { max-width: 40rem; margin-top: .9rem; } .start h2 { margin-bottom: .5rem; }
.start ol { padding-left: 1.25rem; margin-bottom: 1rem; } .start li { margin: .25rem 0; }
.sign-in > * + * { margin-top: .6rem; } label { display: block; font-weight: 600; }
input { font: inherit; padding: .45rem .6rem; width: 100%; margin: .25rem 0 .75rem; color: var(--text); background: var(--ground); border: 1px solid var(--edge); border-radius: .45rem; }
pre { white-space: pre-wrap; margin: .75rem 0; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .45rem; user-select: all; }
.error { color: var(--red); font-weight: 600; }
@media (max-width: 40rem) { .card td { white-space: normal; } .bar { margin-bottom: .6rem; font-size: .9rem; } .bar button { font-size: .85rem; padding: .3rem .6rem; }
  .made { margin-bottom: .6rem; } }
@media print { nav { display: none; } }
`;

/** Fills the form of the page to sign in from the link's fragment, which no server and no log ever sees. */
export const LOGIN_SCRIPT = `const code = location.hash.slice(1);
if (code !== "") {
  history.replaceState(null, "", location.pathname);
  document.querySelector("input[name=code]").value = code;
  document.querySelector("form").requestSubmit();
}
`;
