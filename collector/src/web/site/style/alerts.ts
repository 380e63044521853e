/** The Alerts page. */
export const ALERTS = `.alerts-page .card + .card { margin-top: .9rem; } .actions { display: flex; gap: .5rem; justify-content: flex-end; }
.firing, .alerts { list-style: none; padding: 0; margin: .25rem 0; } .firing li { padding: .3rem 0; } .watched li { display: flex; flex-wrap: wrap; align-items: end; gap: .25rem .75rem; }
.alerts > li { padding: .7rem 0; border-bottom: 1px solid var(--line); } .alerts > li:last-child { border-bottom: 0; padding-bottom: 0; }
.alert-head time { color: var(--soft); margin-right: .6rem; font-variant-numeric: tabular-nums; } .alerts summary { cursor: pointer; margin-top: .25rem; }
.attempts { margin: .25rem 0 .5rem; padding-left: 2.2rem; font-size: .875rem; font-variant-numeric: tabular-nums; } .attempts time { color: var(--soft); margin-right: .5rem; } .check { display: grid; grid-template-columns: auto 1fr; align-items: baseline; gap: 0 .5rem; font-weight: 400; } .check > .hint { grid-column: 2; }
fieldset.plain { border: 0; padding: 0; margin: 0 0 .75rem; } fieldset.plain legend { font-weight: 600; padding: 0; } .indented { padding-left: 1.6rem; } .stacked p { margin: .35rem 0; }
.rows { list-style: none; padding: 0; margin: .35rem 0 0; } .rows li { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; padding: .55rem 0; border-top: 1px solid var(--line); font-size: .9rem; }
.rows .what { flex: 1 1 18rem; min-width: 0; overflow-wrap: anywhere; } .rows .what strong { font-size: 1rem; } .rows .what .soft { display: block; } .rows .actions { margin-left: auto; }
.steps { width: fit-content; text-align: left; margin: .5rem auto 1rem; padding-left: 1.25rem; } .alerts summary { font-weight: 400; font-size: .9rem; } .watched select { font-size: .9rem; } .watched li, .alerts-page .inline-form { font-size: .9rem; } .watched li { align-items: center; } .watched li > form { margin-left: auto; align-items: center; } .watched label { display: inline; } .alerts-page .soft + .inline-form, .alerts-page ul + .inline-form { margin-top: .75rem; } .firing li { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; }
.paging { display: flex; gap: 1rem; margin-top: .75rem; }
`;
