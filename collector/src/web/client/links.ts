import { load } from "./load.ts";
import { markFresh } from "./refresh.ts";

/** Shows another view of this page without leaving it, so that scroll position and focus stay. */
export async function go(url: string, isNew = true): Promise<void> {
  const loaded = await load(url);
  // The browser shows what went wrong, or where it leads.
  if (loaded !== "shown") return isNew ? location.assign(url) : location.reload();
  if (isNew) history.pushState(null, "", url);
  // What was in the fields belongs to the view before.
  for (const form of document.querySelectorAll("main form")) (form as HTMLFormElement).reset();
  markFresh();
}

/** Links between views of one page: another range, another grouping, a filter less. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest("a[data-view]") : null;
    if (!isPlain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    void go(link.href);
  });
  addEventListener("popstate", () => void go(location.href, false));
}
