/** Charts over days, weeks or months, and their tooltips. */
export const CHARTS = `.timeline { display: flex; gap: .5rem; padding-right: .5rem; } .timeline svg { flex: none; } .timeline .columns { flex: 1 1 0; width: 0; min-width: 0; border-radius: .3rem; }
.timeline text { fill: var(--soft); font-size: 12px; } .scale { width: 3rem; } .scale text { text-anchor: end; } .foot { text-anchor: middle; } .foot.end { text-anchor: end; }
.grid { stroke: var(--line); } .hit { fill: transparent; } .gap { --own: var(--weekend); } .legend .gap { stroke: var(--edge); }
[data-point] rect { shape-rendering: crispEdges; } [data-point].active .hit, [data-point].active .gap { fill: var(--track); }
.legend li { min-width: 0; } .legend li span { overflow: hidden; text-overflow: ellipsis; }
.tip { position: absolute; z-index: 2; top: 0; left: 0; max-width: min(22rem, calc(100vw - 1rem)); padding: .5rem .7rem; border: 1px solid var(--edge); border-radius: .45rem; background: var(--card);
  font-size: .8rem; pointer-events: none; box-shadow: 0 .3rem 1rem rgb(0 0 0 / .18); }
.tip[hidden] { display: none; } .tip div { display: flex; justify-content: space-between; gap: 1rem; } .tip b { font-weight: 600; white-space: nowrap; }
.keyed::before { content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .4rem; border-radius: 2px; background: var(--own); }
@media (max-width: 40rem) { .foot.minor { display: none; } .scale { width: 2.4rem; } .timeline { gap: .35rem; } }
`;
