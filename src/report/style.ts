/** How many models have a color of their own. The others share one. */
export const COLORS = 8;

/**
 * The page's style sheet, light and dark. It loads nothing. Colors have a contrast of at least 3:1. A side of the table
 * is shaded if the table continues there.
 */
export const STYLE = `
:root { color-scheme: light dark; --ground: #fff; --text: #1c2024; --soft: #5b6470; --line: #d9dee4;
  --c0: #3b6fd4; --c1: #c2571a; --c2: #1f8a5b; --c3: #a0408f; --c4: #8a6d00; --c5: #0e8596; --c6: #c23b4b; --c7: #6b5bd2;
  --other: #7a7f87; --green: #1f8a5b; --yellow: #a87400; --red: #c9303e; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --text: #e8ebee; --soft: #a3acb8; --line: #363d45;
    --c0: #7aa6ff; --c1: #f0915a; --c2: #5cc794; --c3: #e08ad0; --c4: #d3b83f; --c5: #4fc3d6; --c6: #f2838f; --c7: #a89bff;
    --other: #9aa1ab; --green: #5cc794; --yellow: #e0b040; --red: #f2747f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; } h2, h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
svg { display: block; width: 100%; overflow: visible; }
.limit { margin: .75rem 0; } .limit p { display: flex; justify-content: space-between; gap: 1rem; margin: 0; }
.limit .soft { margin-top: .2rem; } .limit b { white-space: nowrap; } .track { --own: var(--line); }
.chart { padding: .75rem 1rem 0 50px; color: var(--soft); } .chart text { fill: currentColor; font-size: 12px; }
.chart line { stroke: var(--line); } .chart rect { stroke: var(--ground); stroke-width: .5; }
.chart .open rect { stroke: var(--own); stroke-width: 1; }
@supports (fill: color-mix(in srgb, red, blue)) { .chart .open rect { fill: color-mix(in srgb, var(--own) 55%, var(--ground)); } }
rect { fill: var(--own); } .c0 { --own: var(--c0); } .c1 { --own: var(--c1); } .c2 { --own: var(--c2); } .c3 { --own: var(--c3); }
.c4 { --own: var(--c4); } .c5 { --own: var(--c5); } .c6 { --own: var(--c6); } .c7 { --own: var(--c7); }
.other { --own: var(--other); } .green { --own: var(--green); } .yellow { --own: var(--yellow); } .red { --own: var(--red); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .75rem 0 0; padding: 0; }
.legend li { display: flex; align-items: baseline; gap: .4rem; } .legend svg { width: .8rem; height: .8rem; flex: none; }
.scroll { overflow-x: auto; background: linear-gradient(to right, var(--ground) 1rem, transparent) left / 3rem 100% no-repeat local,
  linear-gradient(to left, var(--ground) 1rem, transparent) right / 3rem 100% no-repeat local,
  linear-gradient(to right, var(--line), transparent) left / 1rem 100% no-repeat,
  linear-gradient(to left, var(--line), transparent) right / 1rem 100% no-repeat; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; width: 100%; }
th, td { padding: .25rem .45rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: normal; white-space: nowrap; }
th:nth-child(-n+3), tbody td:nth-child(2) { text-align: left; } th, tfoot td { font-weight: 600; } tfoot > tr > * { border-bottom: 0; }
th.name { min-width: 9rem; font-weight: inherit; white-space: normal; overflow-wrap: anywhere; }
@media print { .scroll { overflow: visible; background: none; } table { font-size: 7.5pt; } th, td { padding: .15rem .3rem; }
  thead th { white-space: normal; } th.name { min-width: 6rem; }
  .limit, .chart, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
`;
