/** The overview alone. */
export const OVERVIEW = `.owner .line { margin-bottom: .35rem; } .owner .line [role=heading] { font-weight: 600; } .more { margin: 0 0 .75rem; }
.section { margin-top: 1.75rem; font-size: 1.15rem; } .section + .controls { margin-top: .5rem; } .use .soft + .soft { margin-top: .1rem; }
`;
