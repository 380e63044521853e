const OWN = "https://own.invalid";
/** A browser reads `//` and `/\\` as another server, and drops tabs and line feeds. */
const OWN_PATH = /^\/(?![/\\])[^\p{Cc}\\]*$/u;

/** Where to go after signing in: a path of this server. Anything else leads to the overview. */
export function nextOf(text: string): string {
  if (!OWN_PATH.test(text)) return "/";
  const url = URL.canParse(text, OWN) ? new URL(text, OWN) : undefined;
  if (url?.origin !== OWN) return "/";
  // Without dots, `/.//` is `//`.
  const path = `${url.pathname}${url.search}`;
  return OWN_PATH.test(path) ? path : "/";
}
