/** How many models have a colour of their own; the others share one. */
export const COLOURS = 8;

/** The page's style sheet: light and dark, and nothing from elsewhere. Colours stand at 3:1 or more against their ground. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #fff; --text: #1c2024; --soft: #5b6470; --line: #d9dee4;
  --c0: #3b6fd4; --c1: #c2571a; --c2: #1f8a5b; --c3: #a0408f; --c4: #8a6d00; --c5: #0e8596; --c6: #c23b4b; --c7: #6b5bd2;
  --other: #7a7f87; --green: #1f8a5b; --yellow: #a87400; --red: #c9303e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --text: #e8ebee; --soft: #a3acb8; --line: #363d45;
    --c0: #7aa6ff; --c1: #f0915a; --c2: #5cc794; --c3: #e08ad0; --c4: #d3b83f; --c5: #4fc3d6; --c6: #f2838f; --c7: #a89bff;
    --other: #9aa1ab; --green: #5cc794; --yellow: #e0b040; --red: #f2747f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
svg { display: block; width: 100%; overflow: visible; }
.limit { margin: .75rem 0; } .limit p { display: flex; justify-content: space-between; gap: 1rem; margin: 0; }
.limit b { white-space: nowrap; } .track { fill: var(--line); }
.chart { padding: 1.5rem 1rem 0; } .chart text { fill: var(--soft); font-size: 12px; paint-order: stroke; stroke: var(--ground); stroke-width: 3px; }
.chart line { stroke: var(--line); } .chart rect { stroke: var(--ground); stroke-width: .5; } .chart .open { opacity: .7; }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); } .c3 { fill: var(--c3); }
.c4 { fill: var(--c4); } .c5 { fill: var(--c5); } .c6 { fill: var(--c6); } .c7 { fill: var(--c7); }
.other { fill: var(--other); } .green { fill: var(--green); } .yellow { fill: var(--yellow); } .red { fill: var(--red); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .75rem 0 0; padding: 0; }
.legend li { display: flex; align-items: center; gap: .4rem; } .legend svg { width: .8rem; height: .8rem; flex: none; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; width: 100%; }
th, td { padding: .25rem .45rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: normal; white-space: nowrap; }
th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; } th { font-weight: 600; } tfoot td, tfoot th { border-bottom: 0; font-weight: 600; }
td.name { min-width: 9rem; white-space: normal; overflow-wrap: anywhere; }
`;
