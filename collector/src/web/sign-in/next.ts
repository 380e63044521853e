const OWN = "https://own.invalid";

/** Where to go after signing in: a path of this server. Anything else leads to the overview. */
export function nextOf(text: string): string {
  // A browser reads `//` and `/\` as another server, and drops tabs and line feeds.
  if (!/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text)) return "/";
  const url = URL.canParse(text, OWN) ? new URL(text, OWN) : undefined;
  return url?.origin === OWN ? `${url.pathname}${url.search}` : "/";
}
