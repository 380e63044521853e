/** The overview alone. */
export const OVERVIEW = `.alert-line { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1.5rem; margin: 0 0 .75rem; padding: .55rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; font-size: .9rem; }
.alert-line.some { border-left: 3px solid var(--yellow); } .alert-line .soft { font-size: inherit; } .alert-line .button { margin-left: .5rem; }
.most-line { display: none; } @media (max-width: 40rem) { .alert-line { flex-direction: column; align-items: flex-start; padding: .6rem .75rem; } .most-line { display: block; } .alert-line + .owners { margin-top: 0; } }
.most .big small { display: block; font-size: .875rem; line-height: 1.4; } .most .big { font-size: 1.35rem; line-height: 1.3; padding-top: .35rem; white-space: normal; overflow-wrap: anywhere; } .use h3 a { text-decoration: none; } .use h3 a:hover, .most .big a:hover { text-decoration: underline; } .most .big a { text-decoration: none; }
.owner .line { margin-bottom: .35rem; } .owner .line [role=heading] { font-weight: 600; } .more { margin: 0 0 .75rem; }
.owners { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .75rem; margin-bottom: .75rem; }
.owner.card .line { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-bottom: .6rem; } .owner.card .cards { display: block; margin: 0; }
.owner.card .limit { display: grid; grid-template-columns: 1fr auto; align-items: baseline; column-gap: .75rem; padding: 0; border: 0; border-radius: 0; background: none; }
.owner.card .limit + .limit { margin-top: .6rem; padding-top: .6rem; border-top: 1px solid var(--line); } .owner.card .limit > :not(h3, .big) { grid-column: 1 / -1; }
.owner.card .big { font-size: 1.4rem; line-height: 1.2; } .owner.card .big small { font-size: .875rem; } .owner.card .gauge { margin: .1rem 0 .25rem; } .owner.card .forecast { font-size: .9rem; }
.section { margin-top: 1.75rem; font-size: 1.15rem; } .section + .controls { margin-top: .5rem; } .use .soft + .soft { margin-top: .1rem; }
`;
