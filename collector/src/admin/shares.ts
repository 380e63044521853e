import * as z from "zod";
import { addDays, isDay, startOfDay, torontoDay } from "../../../src/base/calendar.ts";
import { instant, readRange } from "../api/index.ts";
import { beginningOf, makeSecret, prefixOf } from "../auth/index.ts";
import { actorOf, done, nothing, operation, refused } from "./operation.ts";

/** For how many days a link works, unless a day is given. */
const USUAL_DAYS = 30;
const PAGE = /^\/?(?:|overview|limits|machines(?:\/[1-9]\d{0,14})?)$/;

/** A link that shows one page. */
export interface ShareLink {
  readonly link: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export const shareCreate = operation(
  z.strictObject({ page: z.string(), from: z.string(), to: z.string(), until: z.string().optional() }),
  async (given, context) => {
    const { store, links, now } = context;
    const { from, to } = given;
    const today = torontoDay(now);
    const until = given.until ?? addDays(today, USUAL_DAYS);
    if (!PAGE.test(given.page)) return refused("the page must be overview, machines, machines/ID or limits");
    const range = readRange({ from, to });
    if (range.status !== "ok")
      return refused(`the ${range.field === "from" ? "first" : "last"} day must be ${range.must}`);
    if (from > today) return refused("the first day must be no later than today");
    if (!isDay(until)) return refused("a day is YYYY-MM-DD");
    if (until < today) return refused("the link would have ended before today");
    const expiresAt = startOfDay(addDays(until, 1));
    const { secret, stored } = makeSecret("share", store.hmacKey);
    await store.secrets.addShare(
      { ...stored, page: pathOf(given.page), from, to, expiresAt },
      actorOf(context),
    );
    return done<ShareLink>({
      link: `${links.url}/share#${secret}`,
      expiresAt: new Date(expiresAt).toISOString(),
    });
  },
);

/** `overview` is `/`, `machines` is `/machines`. */
function pathOf(page: string): string {
  const name = page.replace(/^\//, "");
  return name === "overview" ? "/" : `/${name}`;
}

export const shareList = operation(nothing, async (_, { store, now }) =>
  done(
    (await store.secrets.shares(now)).map(({ prefix, page, from, to, expiresAt, createdAt, createdBy }) => ({
      prefix: beginningOf("share", prefix),
      page,
      from,
      to,
      expiresAt: instant(expiresAt),
      createdAt: instant(createdAt),
      createdBy,
    })),
  ),
);

export const shareRevoke = operation(z.strictObject({ prefix: z.string() }), async ({ prefix }, context) =>
  (await context.store.secrets.revokeShare(prefixOf(prefix), actorOf(context)))
    ? done({})
    : refused("no link that works begins like this; see share list"),
);
