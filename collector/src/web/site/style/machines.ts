/** The lists of machines and limits, and the pages of one. */
export const MACHINES = `.tools { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 1rem; margin-top: 1.25rem; } .tools + .controls { margin-top: .75rem; }
.choices.wrap { flex-wrap: wrap; } .count { color: var(--soft); font-variant-numeric: tabular-nums; } [aria-current] > .count { color: inherit; opacity: .75; }
.search { display: flex; gap: .4rem; } .search input { width: 17rem; padding: .25rem .6rem; background: var(--card); } .search button { padding: .25rem .7rem; }
.line-2 { display: block; color: var(--soft); font-size: .8rem; font-weight: 400; } .row-link { font-weight: 600; text-decoration: none; } .row-link:hover { text-decoration: underline; }
.data.wide-rows td, .data.wide-rows th { padding-block: .45rem; } .data th[aria-sort] a { color: var(--text); font-weight: 600; } .data thead a { text-decoration: none; } .data thead a:hover { text-decoration: underline; }
.data th[aria-sort=descending] a::after { content: " ↓"; } .data th[aria-sort=ascending] a::after { content: " ↑"; }
.wide-rows .seen, .wide-rows .line-2 { white-space: nowrap; } .wide-rows th .line-2 { white-space: normal; }
.seen.silent, .seen.never { color: var(--yellow); } .seen.silent::before { border-color: var(--yellow); } .seen.never::before { border-style: dashed; border-color: var(--yellow); }
.share-cell { display: grid; grid-template-columns: 5rem 2.6rem; align-items: center; gap: .5rem; justify-content: end; } .share-cell .track { stroke: none; }
.pager { display: flex; align-items: center; justify-content: space-between; gap: 1rem; margin-top: .75rem; }
.button.off { color: var(--soft); font-weight: 400; cursor: default; border-color: var(--line); } .stack > * + * { margin-top: .75rem; }
.choose { list-style: none; } .choose li { padding: .45rem 0; border-bottom: 1px solid var(--line); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem 1.5rem; margin: 0; } .facts dt { color: var(--soft); font-size: .875rem; } .facts dd { margin: 0; font-weight: 500; }
.crumb { margin-bottom: .75rem; }
.alerting { margin: 0 0 .75rem; padding: .6rem .9rem; background: var(--card); border: 1px solid var(--line); border-left: 3px solid var(--yellow); border-radius: .45rem; } .alerting.bad { border-left-color: var(--red); } .alerting b { font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; } .confirm > * + * { margin-top: .75rem; } .confirm { max-width: 44rem; margin-top: .9rem; } .confirm ul { padding-left: 1.25rem; } .confirm li { margin: .25rem 0; }
.manage > * + * { border-top: 1px solid var(--line); margin-top: .9rem; padding-top: .9rem; } .manage h3 { margin-bottom: .15rem; } .manage .row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1.5rem; } .manage .row > div:first-child { flex: 1 1 18rem; }
.history { padding-left: 2.6rem; } .history text { fill: var(--soft); font-size: 12px; } .history .row { text-anchor: end; } .history .plot { overflow: hidden; }
.history .grid { stroke: var(--line); } .history .area { fill: var(--plain); stroke: none; opacity: .16; } .history .used-up { fill: var(--red); stroke: none; opacity: .22; } .history .cone { fill: var(--text); stroke: none; opacity: .1; }
.history .bars-of, .history-key .bars-of { fill: var(--plain); stroke: none; opacity: .75; } .history .bars-of.full { fill: var(--red); }
.history .even { opacity: .45; } .history .ahead { stroke: var(--text); } .history .hit { fill: transparent; } .history .active .hit { fill: var(--text); opacity: .07; } .history .line { stroke-width: 1.5; }
.with-exports > .soft { font-weight: 400; } .chart-key { margin-bottom: .75rem; } .chart-key .legend { margin: 0; }
.limit-history h3 { font-weight: 500; color: var(--soft); } .limit-history .now-line { display: flex; flex-wrap: wrap; gap: 0 .75rem; margin: 0 0 .6rem; align-content: start; font-size: .875rem; }
.limit-history .tone { font-weight: 600; color: var(--own); } .history-key svg { width: 1.6rem; } .history-key .used-up { fill: var(--red); stroke: none; opacity: .3; } .history-key .cone { fill: var(--text); stroke: none; opacity: .2; }
.limit-histories { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr)); gap: 1.25rem 2rem; margin-top: .75rem; }
.limit-histories.folds { margin-top: .5rem; gap: 0 2rem; } .folds details[open] { grid-column: 1 / -1; } .limit-history { display: grid; grid-row: span 4; grid-template: subgrid / minmax(0, 1fr); row-gap: 0; } .limit-history .line { display: flex; justify-content: space-between; align-items: baseline; gap: 0 .75rem; } .limit-history .big { font-size: 1.15rem; } .limit-history .big small { font-size: .875rem; } .limit-history > .soft { margin-top: .35rem; }
@media (max-width: 48rem) { .tools, .search { width: 100%; } .search input { flex: 1; width: 0; } .history .odd { display: none; } .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; } .limit-histories { gap: 1.1rem; } .limit-history + .limit-history { border-top: 1px solid var(--line); padding-top: 1rem; } .share-cell { display: inline; } .share-cell svg { display: none; } .choices.wrap a { border: 0; } .wide-rows th:first-child { min-width: 8.5rem; } .wide-rows .seen, .wide-rows .line-2 { white-space: normal; } .manage .row > .inline-form, .manage .inline-form input { flex: 1 1 auto; } }
`;
