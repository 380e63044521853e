/** The settings alone. */
export const SETTINGS = `.settings { margin-top: .9rem; } .settings h2 { margin-bottom: .75rem; } .settings h3 { margin: 1rem 0 .25rem; font-size: .9rem; }
.settings > .inline-form { margin-top: 1rem; } .settings .inline-form :is(input, select, button) { min-height: 2.35rem; }
.row-actions { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .6rem; }
.settings tbody :is(th, td) { vertical-align: middle; } .settings > .scroll + p { margin-top: .75rem; }
.settings p + h3, .settings p { margin-bottom: .5rem; } .settings .row-actions, .settings .careful, .settings td > form { justify-content: flex-end; } .settings td > form { display: flex; }
.settings .inline-form :is(input, select) { font-weight: 400; } .settings .acts, .settings:not(#audit) .scroll th.text:last-child { text-align: right; } .settings + .hint { margin-top: .75rem; }
.facts dd { overflow-wrap: anywhere; } @media (min-width: 40.01rem) { .settings td:has(> .careful) { text-align: right; } } @media (max-width: 40rem) { .settings .inline-form label { flex: 1 1 8rem; } .settings .inline-form :is(input, select) { display: block; width: 100%; } }
.sign-in > .by-link { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); } .by-link h2, .by-link .soft { margin-bottom: .5rem; } .by-link button + .soft { margin: .75rem 0 0; }
`;
