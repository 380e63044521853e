/** Tables of data, and the links to download them. */
export const TABLES = `.data td.text, .data th.text, table.text td, table.text th { text-align: left; } .data thead th { color: var(--soft); font-weight: 500; vertical-align: bottom; }
.data tbody tr:hover { background: var(--ground); } .data tbody tr:last-child > * { border-bottom: 0; } .data tfoot tr > * { border-top: 1px solid var(--edge); border-bottom: 0; }
.data th[scope=row] { font-weight: 500; } .data data { cursor: help; }
.with-exports { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1rem; }
.exports { display: inline-flex; gap: .75rem; font-size: .8rem; font-weight: 400; } .exports a { color: var(--soft); } .exports a:hover { color: var(--text); }
.card > .scroll + p { margin-top: .75rem; } .card > details > .scroll, .card > .scroll { margin: .25rem -.5rem 0; }
@media (max-width: 40rem) { .card td { white-space: normal; }
  .stacked-rows :is(tbody, tr, th, td) { display: block; } .stacked-rows thead { display: none; } .card .scroll:has(.stacked-rows, .of-machines) { margin-inline: 0; background: none; }
  .stacked-rows tbody th { font-weight: 600; } .stacked-rows tbody tr { padding: .55rem 0; border-bottom: 1px solid var(--line); } .stacked-rows tbody tr:last-child { border-bottom: 0; } .stacked-rows tbody tr > * { padding: .1rem 0; border-bottom: 0; text-align: left; }
  .stacked-rows td[data-label] { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .5rem; } .stacked-rows td[data-label]::before { content: attr(data-label); color: var(--soft); } .stacked-rows td > :is(.row-actions, form, .careful) { justify-content: flex-start; }
  .of-machines :is(thead, tbody) { display: block; } .of-machines thead a { display: inline-block; padding-block: .4rem; } .of-machines thead tr { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding: 0 0 .25rem; border-bottom: 1px solid var(--line); }
  .of-machines tbody tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem .75rem; padding: .6rem 0; border-bottom: 1px solid var(--line); } .of-machines tbody tr:last-child { border-bottom: 0; } .data.of-machines :is(thead, tbody) tr > * { display: block; padding: 0; border: 0; min-width: 0; } .data.of-machines thead th:not(:has(a)) { display: none; }
  .of-machines .k-lastSeen { grid-row: 2; } .of-machines .k-costUsd { grid-area: 1 / 2; font-weight: 600; } .of-machines td.k-share { grid-area: 2 / 2; color: var(--soft); } .data.of-machines tbody tr > td:is(.k-tokens, .k-account) { display: none; }
  .of-machines td.k-version { grid-column: 1 / -1; } .data.of-machines tbody tr > td.k-version:not(:has(.badge)) { display: none; } .of-machines td.k-version::before { content: "agent-usage "; color: var(--soft); } .of-machines td.k-version .line-2 { display: inline; margin-left: .5rem; } .of-machines .seen.silent + .line-2 { display: inline; margin-left: .4rem; }
}
`;
