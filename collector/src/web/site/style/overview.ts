/** The overview alone. */
export const OVERVIEW = `.owner .line { margin-bottom: .35rem; } .owner .line [role=heading] { font-weight: 600; } .more { margin: 0 0 .75rem; }
#machines { margin-bottom: .4rem; } .about { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 400; }
`;
