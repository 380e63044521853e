/** The settings alone. */
export const SETTINGS = `.settings { margin-top: .9rem; } .settings h2 { margin-bottom: .75rem; } .settings h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
.settings > .inline-form { margin-top: 1rem; } .settings .empty { padding: .5rem 0; text-align: left; }
.small { font-size: .8125rem; font-weight: 500; padding: .2rem .6rem; } .row-actions { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .6rem; }
.settings p + h3, .settings p { margin-bottom: .5rem; } .settings .row-actions, .settings .careful, .settings td > form { justify-content: flex-end; } .settings td > form, .settings .careful { display: flex; }
.settings .inline-form :is(input, select) { font-weight: 400; } .settings .acts, .settings .scroll th.text:last-child { text-align: right; }
.careful summary { font-size: .8125rem; font-weight: 500; cursor: pointer; padding: .2rem .3rem; color: var(--soft); } .careful[open] { gap: .5rem; align-items: center; } .careful summary:hover { color: var(--text); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem 1.5rem; margin: 0; } .facts dt { color: var(--soft); font-size: .875rem; } .facts dd { margin: 0; overflow-wrap: anywhere; }
.sign-in > .by-link { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); } .by-link h2, .by-link .soft { margin-bottom: .5rem; } .by-link button + .soft { margin: .75rem 0 0; } .small { white-space: nowrap; }
`;
