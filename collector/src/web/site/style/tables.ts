/** Tables of data, and the links to download them. */
export const TABLES = `.data td.text, .data th.text, table.text td, table.text th { text-align: left; } .data thead th { color: var(--soft); font-weight: 500; vertical-align: bottom; }
.data tbody tr:hover { background: var(--ground); } .data tbody tr:last-child > * { border-bottom: 0; } .data tfoot tr > * { border-top: 1px solid var(--edge); border-bottom: 0; }
.data th[scope=row] { font-weight: 500; } .data data { cursor: help; }
.with-exports { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1rem; }
.exports { display: inline-flex; gap: .75rem; font-size: .8rem; font-weight: 400; } .exports a { color: var(--soft); } .exports a:hover { color: var(--text); }
.card > details > .scroll, .card > .scroll { margin: .25rem -.5rem 0; }
@media (max-width: 40rem) { .card td { white-space: normal; } }
`;
