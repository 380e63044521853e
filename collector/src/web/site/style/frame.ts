/** The frame of every page: who is signed in, and where to go. */
export const FRAME = `body { max-width: 84rem; padding: 0 1.25rem 3rem; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; z-index: 3; padding: .4rem .8rem; background: var(--card); }
main:focus { outline: none; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; min-height: 3.5rem; margin: 0 0 1.5rem; border-bottom: 1px solid var(--line); }
.brand { color: var(--text); font-weight: 700; text-decoration: none; white-space: nowrap; }
@media (max-width: 48rem) { .roomy { display: none; } }
.pages { display: flex; gap: .25rem; align-self: stretch; overflow-x: auto; }
.pages a { display: flex; align-items: center; padding: 0 .6rem; color: var(--soft); font-size: .9rem; font-weight: 500; text-decoration: none; white-space: nowrap;
  border-bottom: 2px solid transparent; margin-bottom: -1px; }
.pages a:hover { color: var(--text); } .pages a[aria-current] { color: var(--text); border-color: var(--text); }
.you { display: flex; align-items: center; gap: .25rem .75rem; margin-left: auto; font-size: .9rem; } .who { max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
:where(a) { padding-block: .3rem; } a { color: inherit; text-underline-offset: .2em; text-decoration-color: var(--edge); } a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--c2); outline-offset: 2px; } .pages a:focus-visible { outline-offset: -3px; }
.made { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: .1rem 0 1rem; } .late { color: var(--red); font-weight: 600; }
@media (max-width: 48rem) { body { padding: 0 .75rem 2rem; } .bar { gap: 0 .75rem; margin-bottom: 1rem; padding-top: .35rem; } .bar button { font-size: .8125rem; padding: .3rem .55rem; } .you { gap: .25rem; }
  .pages { order: 3; flex: 1 0 100%; min-height: 2.75rem; margin: 0 -.75rem; padding: 0 .15rem; gap: .25rem; } .pages a { padding: 0 .6rem; } .who { display: none; }
  button, .button, .choices a, summary { min-height: 2.75rem; align-content: center; } input:not([type=checkbox], [type=radio]), select { min-height: 2.75rem; } .small { padding-inline: .8rem; } label.check { padding-block: .45rem; }
  main :where(a) { padding-block: .55rem; } }
@media (max-width: 26rem) { .pages { gap: 0; padding: 0 .45rem; justify-content: space-between; } .pages a { padding: 0 .3rem; font-size: .875rem; } }
@media print { .bar, .skip, .controls, .exports { display: none; } }
`;
