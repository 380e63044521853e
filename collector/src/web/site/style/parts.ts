/** Small parts that several pages have. */
export const PARTS = `.panels .panel { min-width: 0; } .whole { flex: 1 1 100%; }
.seen::before { content: ""; display: inline-block; width: .55rem; height: .55rem; margin-right: .4rem; border-radius: 50%; border: 1.5px solid var(--edge); }
.seen.active::before { background: var(--green); border-color: var(--green); }
.badge { display: inline-block; padding: 0 .45rem; border: 1px solid currentColor; border-radius: 1rem; color: var(--soft); font-size: .8rem; font-weight: 400; white-space: nowrap; }
.badge.bad { color: var(--red); } .badge.warn { color: var(--yellow); } .badge.good { color: var(--green); }
.empty { padding: 1.5rem 1rem; text-align: center; } .empty-title { font-weight: 600; } .empty .soft { max-width: 36rem; margin: .25rem auto .75rem; }
.failure > * + * { margin-top: .75rem; } .failure { max-width: 40rem; margin-top: .9rem; }
.start, .sign-in { max-width: 40rem; margin-top: .9rem; } .start h2 { margin-bottom: .5rem; }
.start ol { padding-left: 1.25rem; margin-bottom: 1rem; } .start li { margin: .25rem 0; } .sign-in > * + * { margin-top: .6rem; }
pre { white-space: pre-wrap; margin: .75rem 0; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .45rem; user-select: all; }
`;
