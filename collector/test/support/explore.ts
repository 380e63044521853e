// The pages that somebody finds by following links, and the forms on them: read from the pages, so that no new form is forgotten.
import type { SignedIn } from "./people.ts";

export interface FoundForm {
  /** Where it stands. */
  readonly page: string;
  /** Such as `POST /machines/:id/rename`. */
  readonly route: string;
  readonly action: string;
  /** Its fields as they are at first. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Found {
  /** The bodies of the pages by their paths. */
  readonly pages: ReadonlyMap<string, string>;
  /** One of each route. */
  readonly forms: readonly FoundForm[];
  /** Links that lead to no page, with their status. */
  readonly dead: readonly string[];
}

/** These choose what of a page is shown. */
const VIEWS = ["range", "from", "to", "by", "unit", "sort", "page", "notice", "model", "machine", "account"];

/** Follows every link from the overview on; of pages that differ only in what they show, the first. */
export async function explore({ get }: Pick<SignedIn, "get">): Promise<Found> {
  const pages = new Map<string, string>();
  const dead: string[] = [];
  const forms = new Map<string, FoundForm>();
  const seen = new Set<string>();
  const waiting = ["/"];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(keyOf(path))) continue;
    seen.add(keyOf(path));
    const { status, body, headers } = await get(path);
    if (status !== 200) dead.push(`${status} ${path}`);
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    pages.set(path, body);
    for (const form of formsIn(body, path)) if (!forms.has(form.route)) forms.set(form.route, form);
    for (const [, href = ""] of body.matchAll(/<a [^>]*?href="([^"#]+)"/g)) waiting.push(plain(href));
  }
  return { pages, forms: [...forms.values()], dead };
}

export function formsIn(body: string, page: string): FoundForm[] {
  return Array.from(body.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs), ([, head = "", inside = ""]) => {
    const action = plain(/action="([^"]*)"/.exec(head)?.[1] ?? page);
    const method = (/method="([^"]*)"/.exec(head)?.[1] ?? "get").toUpperCase();
    const inputs = inside.matchAll(/<input [^>]*?name="([^"]*)"(?:[^>]*? value="([^"]*)")?/g);
    const fields = Object.fromEntries(
      Array.from(inputs, ([, name = "", value = ""]) => [name, plain(value)]),
    );
    return { page, route: `${method} ${routeOf(action)}`, action, fields };
  });
}

function routeOf(action: string): string {
  const [path = ""] = action.split("?");
  return path.replace(/\/tokens\/[^/]+/, "/tokens/:token").replace(/\/\d+(?=\/|$)/g, "/:id");
}

function keyOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "https://localhost");
  for (const name of VIEWS) searchParams.delete(name);
  const isMachine = /^\/machines\/\d+$/.test(pathname);
  return `${isMachine ? pathname : routeOf(pathname)}?${searchParams.toString()}`;
}

function plain(text: string): string {
  const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? "");
}
