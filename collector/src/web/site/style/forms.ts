/** Buttons and fields. */
export const FORMS = `form { margin: 0; }
button, .button { display: inline-block; font: inherit; font-size: .9rem; font-weight: 600; line-height: 1.3; padding: .4rem .8rem; border-radius: .45rem; cursor: pointer;
  color: var(--text); background: var(--card); border: 1px solid var(--edge); text-decoration: none; }
button:hover, .button:hover { border-color: var(--text); } button:disabled { opacity: .55; cursor: default; }
.plain-button { border-color: transparent; background: none; font-weight: 400; padding-inline: .3rem; } .plain-button:hover { text-decoration: underline; border-color: transparent; }
.main, .main:hover { color: var(--card); background: var(--text); border-color: var(--text); } .danger { color: var(--red); border-color: var(--edge); } .danger:hover { border-color: currentColor; } .small { font-size: .8125rem; font-weight: 500; padding: .25rem .6rem; white-space: nowrap; }
.careful { display: inline-block; margin: 0; } .careful[open] { display: inline-flex; flex-wrap: wrap; gap: .4rem; align-items: center; } .careful summary { list-style: none; } .careful summary::-webkit-details-marker { display: none; } .careful[open] summary { display: inline-block; color: var(--soft); } .careful form .danger { border-color: currentColor; font-weight: 600; }
.removal { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; margin-top: 1rem; padding-top: .9rem; border-top: 1px solid var(--line); }
label { display: block; font-weight: 600; } .hint { color: var(--soft); font-size: .875rem; font-weight: 400; }
input, select, textarea { font: inherit; line-height: 1.4; padding: .4rem .6rem; max-width: 100%; color: var(--text); background: var(--ground); border: 1px solid var(--edge); border-radius: .45rem; }
.stacked { max-width: 32rem; } .form { max-width: 36rem; margin-top: .9rem; } .stacked input:not([type=checkbox], [type=radio]), .stacked select, .stacked textarea, .sign-in input:not(.hidden) { width: 100%; margin: .25rem 0 .75rem; }
.inline-form { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem .75rem; } .inline-form > * { min-width: 0; max-width: 100%; } .inline-form label { font-size: .875rem; } .stacked label > :is(input, select) { display: block; font-weight: 400; } .form + p { margin-top: .75rem; }
[aria-invalid=true] { border-color: var(--red); } .error { color: var(--red); font-weight: 600; }
.notice { margin: 0 0 1rem; padding: .6rem .9rem; background: var(--card); border: 1px solid var(--line); border-left: 3px solid var(--green); border-radius: .45rem; } .notice.failed { border-left-color: var(--red); }
`;
