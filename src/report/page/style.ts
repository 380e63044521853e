import { html } from "../markup.ts";

/**
 * The page's style sheet, light and dark. It loads nothing. Text has a contrast of at least 4.5:1, and what carries
 * meaning 3:1. The colors of severity are not those of models. A side of a table is shaded if the table continues there.
 */
export const STYLE = html`
:root { color-scheme: light dark; --ground: #f5f6f8; --card: #fff; --text: #1b1f24; --soft: #57606a; --line: #d8dde3; --edge: #7f8892;
  --track: #eceff2; --weekend: #f1f3f5; --c0: #7a6a3c; --c1: #2f8f88; --c2: #1f8fbf; --c3: #b8632f; --c4: #4150b5; --c5: #ad4a9c; --other: #7d848d; --plain: #56698a;
  --h0: #eef1f4; --h1: #c2cfe2; --h2: #8ea5c8; --h3: #587aaa; --h4: #24497f; --green: #18794e; --yellow: #8f5b00; --red: #c4252f; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #0f1215; --card: #181c21; --text: #e8ebee; --soft: #a3acb8; --line: #323942; --edge: #747e8a;
    --track: #262c33; --weekend: #1f242a; --c0: #c9b677; --c1: #6fcdc4; --c2: #4fb9e3; --c3: #e8a274; --c4: #8c9bff; --c5: #e28ad3; --other: #949ba5; --plain: #8fa6cc;
    --h0: #232930; --h1: #34496b; --h2: #4d6ea3; --h3: #7598d0; --h4: #b3ceff; --green: #54c492; --yellow: #e3b04b; --red: #ff7f84; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.25rem; background: var(--ground); color: var(--text);
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; text-wrap: balance; } h2, h3 { font-size: .95rem; margin: 0; }
p, ol, ul, figure { margin: 0; padding: 0; } .soft { color: var(--soft); font-size: .875rem; } small { font-size: 1rem; font-weight: 400; color: var(--soft); }
header { margin-bottom: 1rem; } footer { margin-top: 1rem; } code { font-size: .9em; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.cards, .panels { display: flex; flex-wrap: wrap; gap: .75rem; } .cards { margin-bottom: .75rem; } .notes { margin: -.25rem 0 .75rem; } .panels { margin: .75rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .9rem 1rem; min-width: 0; }
.limit { flex: 1 1 14rem; } .use { flex: 1 1 9rem; } .panel { flex: 2 1 17rem; } .wide { flex: 3 1 30rem; }
.limit h3, .use h3 { font-weight: 500; color: var(--soft); } .panel h2 { margin-bottom: .75rem; }
.big { font-size: 2.1rem; font-weight: 700; line-height: 1.25; overflow-wrap: normal; white-space: nowrap; } .forecast { font-weight: 600; color: var(--own); }
.green .forecast { color: var(--text); font-weight: 400; } .big + .soft { margin-top: .1rem; }
svg { display: block; width: 100%; overflow: visible; } rect, .fill { fill: var(--own); }
.gauge { margin: .35rem 0 .5rem; } .track { --own: var(--track); stroke: var(--edge); }
.halo { stroke: var(--card); stroke-width: 6; } .clock { stroke: var(--text); stroke-width: 2; }
.green { --own: var(--green); } .yellow { --own: var(--yellow); } .red { --own: var(--red); }
.c0 { --own: var(--c0); } .c1 { --own: var(--c1); } .c2 { --own: var(--c2); } .c3 { --own: var(--c3); } .c4 { --own: var(--c4); } .c5 { --own: var(--c5); } .other { --own: var(--other); }
.plain { --own: var(--plain); } .weekend { --own: var(--weekend); }
.h0 { --own: var(--h0); } .h1 { --own: var(--h1); } .h2 { --own: var(--h2); } .h3 { --own: var(--h3); } .h4 { --own: var(--h4); }
.chart text, .heat text { fill: var(--soft); font-size: 12px; } .chart text { text-anchor: middle; } .chart .value { fill: var(--text); stroke: var(--card); stroke-width: 3px; paint-order: stroke; }
.chart rect:not(.weekend) { stroke: var(--card); } .base { stroke: var(--edge); } .average { stroke: var(--text); stroke-dasharray: 3 4; }
.today text { fill: var(--text); font-weight: 700; }
.heat { padding-left: 2.5rem; } .heat .row { text-anchor: end; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin-top: .6rem; font-size: .875rem; }
.legend li { display: flex; align-items: center; gap: .4rem; } .legend svg { width: .8rem; height: .8rem; flex: none; }
.bars { list-style: none; } .bars li { display: flex; flex-wrap: wrap; gap: 0 .6rem; margin-bottom: .55rem; font-size: .9rem; }
.bars .name { flex: 1; } .share { color: var(--soft); } .bars svg { flex: 0 0 100%; margin-top: .15rem; }
.courses { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; } .course { flex: 1 1 16rem; min-width: 0; } .course > svg { overflow: hidden; border: solid var(--line); border-width: 1px 0; margin-top: .3rem; }
.course figcaption { font-size: .9rem; } .ends { display: flex; justify-content: space-between; gap: 1rem; }
path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; stroke: var(--own, var(--plain)); } .course .line { stroke: var(--plain); }
.line { stroke: var(--plain); } .even { stroke: var(--edge); stroke-width: 1; } .now { stroke: var(--line); stroke-width: 1; } .ahead { stroke-dasharray: 2 4; }
.legend .line, .legend .even, .legend .ahead { width: auto; } .legend .ahead { stroke: var(--text); }
.card .scroll { --ground: var(--card); }
details { margin-top: .25rem; } summary { cursor: pointer; font-weight: 600; font-size: .95rem; padding: .35rem 0; }
.scroll { overflow-x: auto; background: linear-gradient(to right, var(--ground) 1rem, transparent) left / 3rem 100% no-repeat local,
  linear-gradient(to left, var(--ground) 1rem, transparent) right / 3rem 100% no-repeat local,
  linear-gradient(to right, var(--line), transparent) left / 1rem 100% no-repeat,
  linear-gradient(to left, var(--line), transparent) right / 1rem 100% no-repeat; }
table { border-collapse: collapse; font-size: .85rem; width: 100%; }
th, td { padding: .25rem .5rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: normal; white-space: nowrap; }
th:first-child { text-align: left; white-space: normal; min-width: 7rem; overflow-wrap: anywhere; } .inner { font-weight: 400; padding-left: 1.5rem; }
th, tfoot td, .sum td { font-weight: 600; } th.inner { font-weight: 400; }
@media (max-width: 40rem) { body { padding: .75rem; } .card { padding: .75rem; } .chart text { font-size: 9px; } .unit { display: none; }
  h1 { font-size: 1.3rem; } .cards, .panels { gap: .5rem; }
  .limit { display: grid; grid-template-columns: 1fr auto; align-items: baseline; column-gap: .75rem; } .limit > :not(h3, .big) { grid-column: 1 / -1; }
  .big { font-size: 1.5rem; line-height: 1.2; } .big small { font-size: .875rem; } .gauge { margin: .15rem 0 .3rem; } }
@media print { :root { --ground: #fff; } ::details-content { content-visibility: visible; } body { padding: 0; max-width: none; } .scroll { overflow: visible; background: none; } table { font-size: 7.5pt; }
  th, td { padding: .15rem .3rem; } thead th { white-space: normal; } .card, .course, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
  * { print-color-adjust: exact; } }
`;
