/** What chooses the days, the grouping and the filters of a page. */
export const CONTROLS = `.controls { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 1.25rem 0 .75rem; }
.choices { display: inline-flex; border: 1px solid var(--edge); border-radius: .45rem; background: var(--card); overflow: hidden; }
.choices a { padding: .3rem .7rem; color: var(--soft); font-size: .875rem; font-weight: 500; text-decoration: none; white-space: nowrap; } .choices a + a { border-left: 1px solid var(--line); }
.choices a:hover { color: var(--text); } .choices a[aria-current] { color: var(--card); background: var(--text); } .choices a:focus-visible { outline-offset: -3px; }
.days { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .6rem; font-size: .875rem; } .days label { font-weight: 400; color: var(--soft); }
.days input { padding: .3rem .4rem; line-height: 1.2; background: var(--card); } .controls :is(button, .button) { padding: .3rem .7rem; font-size: .875rem; font-weight: 500; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0 0 .75rem; }
.chip { display: inline-flex; align-items: center; gap: .4rem; max-width: 100%; padding: .15rem .3rem .15rem .7rem; border: 1px solid var(--edge); border-radius: 1rem; background: var(--card); font-size: .875rem; }
.chip > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .chip b { font-weight: 600; }
.chip a { padding: .1rem .45rem; border-radius: 1rem; color: var(--soft); text-decoration: none; } .chip a:hover { color: var(--text); background: var(--track); }
@media (max-width: 48rem) { .controls { margin-top: .9rem; gap: .5rem; } .days { flex: 1 1 100%; gap: .4rem; } .days label > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .days label { flex: 1 1 0; min-width: 0; display: flex; align-items: center; gap: .3rem; } .days input { flex: 1 1 0; min-width: 0; width: 0; padding-inline: .3rem; font-size: .8125rem; } .controls > .button { margin-left: auto; order: 1; } .controls > .days, .controls > .days ~ .choices { order: 2; } }
@media (max-width: 26rem) { .choices a { padding-inline: .5rem; } }
`;
