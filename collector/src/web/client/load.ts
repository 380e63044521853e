import { readyCharts } from "./charts.ts";
import { morph } from "./morph.ts";

export type Loaded =
  /** The page is shown. */
  | "shown"
  /** The server leads elsewhere, such as to the page to sign in. */
  | "elsewhere"
  /** It answered with an error, or not at all. */
  | "failed";

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Gets a page, and shows what of it is new in the place of this one. */
export async function load(url: string): Promise<Loaded> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(url, { headers: { accept: "text/html" }, signal, cache: "no-store" });
    if (response.redirected) return "elsewhere";
    if (!response.ok) return "failed";
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    const [now, then] = [fresh.querySelector("main"), document.querySelector("main")];
    if (now === null || then === null) return "failed";
    readyCharts(fresh);
    document.title = fresh.title;
    morph(then, now);
    return "shown";
  } catch {
    return "failed";
  }
}
