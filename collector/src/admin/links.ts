import * as z from "zod";
import { MINUTE_MS } from "../../../src/base/durations.ts";
import { makeSecret } from "../auth/index.ts";
import type { Store } from "../store/index.ts";
import { commandLine, done, operation, refused } from "./operation.ts";

/** How long a link to sign in works, in milliseconds. */
const LINK_MS = 30 * MINUTE_MS;
const FIRST_ADMIN = "admin";

/** A link to sign in as an admin, once. */
export const adminLink = operation(
  z.strictObject({ local: z.boolean() }),
  async ({ local }, { store, links, now }) => {
    const origin = local ? links.local : links.url;
    if (origin === null)
      return refused("the pages on this machine are off. Fix: leave --local out, or set local");
    const { secret, stored } = makeSecret("link", store.hmacKey);
    const expiresAt = now + LINK_MS;
    const person = await adminName(store, now);
    await store.secrets.addLink({ ...stored, person, expiresAt }, commandLine(now));
    return done({ link: `${origin}/login#${secret}`, expiresAt: new Date(expiresAt).toISOString() });
  },
);

/** The first admin there is, or a new one. */
async function adminName(store: Store, now: number): Promise<string> {
  const people = await store.secrets.people();
  const admins = people.filter(({ role }) => role === "admin").sort((a, b) => a.createdAt - b.createdAt);
  const [first] = admins;
  if (first !== undefined) return first.name;
  const taken = people.some(({ name }) => name === FIRST_ADMIN);
  const name = taken ? `${FIRST_ADMIN}-${now}` : FIRST_ADMIN;
  await store.secrets.addPerson({ name, role: "admin", isLocal: true }, commandLine(now));
  return name;
}
