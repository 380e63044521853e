// People who look at a running collector's pages.
import assert from "node:assert/strict";
import type { Reply, RunningCollector } from "../../../test/support/collector-program.ts";

export const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A browser of someone who is signed in, as far as requests go. */
export interface SignedIn {
  /** For requests of one's own. */
  readonly cookie: string;
  readonly get: (path: string) => Promise<Reply>;
  /** Sends a form from a page of the collector. */
  readonly post: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Reply>;
  /** A page with its style sheet inside, to be looked at without the collector. */
  readonly pageWithStyle: (path: string) => Promise<string>;
}

/** Signs in by the admin's link. */
export async function signInAdmin(collector: RunningCollector): Promise<SignedIn> {
  const { link } = JSON.parse((await collector.command("admin", "--json")).stdout) as { link: string };
  return signInWith(collector, "/login", link.split("#")[1] ?? "");
}

/** Signs in with the code of a link. @param path `/login`, or `/share` for a link to one page */
export async function signInWith(
  collector: RunningCollector,
  path: "/login" | "/share",
  code: string,
): Promise<SignedIn> {
  const { headers } = await collector.send("POST", path, {
    headers: { ...FORM, origin: collector.url },
    body: new URLSearchParams({ code }).toString(),
  });
  return signedInBy(collector, String(headers["set-cookie"]).split(";")[0] ?? "");
}

/** @param cookie such as `__Host-session=…` */
export function signedInBy(collector: RunningCollector, cookie: string): SignedIn {
  const get = (path: string) => collector.send("GET", path, { headers: { cookie } });
  return {
    cookie,
    get,
    post: (path, fields = {}) =>
      collector.send("POST", path, {
        headers: { ...FORM, cookie, origin: collector.url },
        body: new URLSearchParams(fields).toString(),
      }),
    pageWithStyle: async (path) => {
      const { body } = await get(path);
      const link = /<link rel="stylesheet" href="([^"]+)">/;
      const [, href = ""] = link.exec(body) ?? [];
      assert.notEqual(href, "", `${path} has no style sheet`);
      const { body: style } = await get(href);
      return body.replace(link, () => `<style>${style}</style>`);
    },
  };
}
