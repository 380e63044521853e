/** Small parts that several pages have. */
export const PARTS = `.panels .panel { min-width: 0; } .whole { flex: 1 1 100%; }
.seen::before { content: ""; display: inline-block; width: .55rem; height: .55rem; margin-right: .4rem; border-radius: 50%; border: 1.5px solid var(--edge); }
.seen.active::before { background: var(--green); border-color: var(--green); }
.badge { display: inline-block; padding: 0 .45rem; border: 1px solid currentColor; border-radius: 1rem; color: var(--soft); font-size: .8rem; font-weight: 400; white-space: nowrap; }
.badge.bad { color: var(--red); } .badge.warn { color: var(--yellow); } .badge.good { color: var(--green); }
.empty { padding: 1.5rem 1rem; text-align: center; } .empty-title { font-weight: 600; } .empty .soft { max-width: 36rem; margin: .25rem auto .75rem; }
.failure > * + * { margin-top: .75rem; } .failure { max-width: 40rem; margin-top: .9rem; }
.start, .sign-in { max-width: 40rem; margin-top: .9rem; } .start h2 { margin-bottom: .5rem; }
.start ol { padding-left: 1.25rem; margin-bottom: 1rem; } .start li { margin: .25rem 0; } .start > .soft + p { margin-top: .75rem; } .start > .alerting { margin-bottom: 1rem; } .sign-in > * + * { margin-top: .6rem; } .sign-in .error { margin-bottom: .75rem; } .sign-in form > p:has(> button) { margin-top: .75rem; }
.bar:not(:has(nav)) + main:has(> .sign-in) { max-width: 26rem; margin: clamp(1rem, 8vh, 5rem) auto 0; }
.copyable { display: flex; align-items: start; gap: .5rem; margin: .5rem 0 .75rem; } .copyable pre { flex: 1; min-width: 0; margin: 0; } .copyable button { flex: none; min-width: 5rem; }
.line-steps.line-steps { list-style: none; padding: 0; counter-reset: step; } .line-steps > li { counter-increment: step; position: relative; padding-left: 2.1rem; margin: 0 0 .9rem; } .line-steps h2 { margin: 0; line-height: 1.5rem; } .line-steps p + form { margin-top: .5rem; } .line-steps ul { padding-left: 1.1rem; margin-top: .25rem; }
.line-steps > li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 1.5rem; height: 1.5rem; border: 1px solid var(--edge); border-radius: 50%; text-align: center; font-size: .8rem; line-height: 1.4rem; color: var(--soft); } .line-steps > li:only-child { padding-left: 0; } .line-steps > li:only-child::before { content: none; }
@media (max-width: 26rem) { .copyable { flex-direction: column; } .copyable pre { width: 100%; } }
pre { white-space: pre-wrap; margin: .75rem 0; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .45rem; user-select: all; }
`;
