import * as z from "zod";
import { beginningOf, makeSecret, prefixOf } from "../auth/index.ts";
import { actorOf, done, nothing, operation, refused } from "./operation.ts";

/** A line that lets machines join. */
export interface InviteLine {
  readonly url: string;
  readonly code: string;
  readonly fingerprint: string | null;
  /** What to pass to `agent-usage join`. */
  readonly line: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export const invite = operation(
  z.strictObject({
    uses: z.int().min(1).max(100_000),
    ttlMs: z.int().min(1),
    machine: z.string().max(128).exactOptional(),
  }),
  async ({ machine, uses, ttlMs }, { store, links: { url, fingerprint }, now, person }) => {
    const { secret: code, stored } = makeSecret("code", store.hmacKey);
    const expiresAt = now + ttlMs;
    const by = actorOf({ now, ...(person && { person }) });
    const bound = machine === undefined ? {} : { machine };
    if (!(await store.secrets.addInvite({ ...stored, ...bound, uses, expiresAt }, by)))
      return refused("there is no machine with this id; see machines");
    const line = `${url}#${fingerprint === null ? code : `${code}.${fingerprint}`}`;
    return done<InviteLine>({ url, code, fingerprint, line, expiresAt: new Date(expiresAt).toISOString() });
  },
);

export const inviteList = operation(nothing, async (_, { store, now }) => {
  const invites = await store.secrets.invites(now);
  return done(
    invites.map(({ prefix, usesLeft, expiresAt }) => ({
      prefix: beginningOf("code", prefix),
      usesLeft,
      expiresAt: new Date(expiresAt).toISOString(),
    })),
  );
});

export const inviteRevoke = operation(z.strictObject({ prefix: z.string() }), async ({ prefix }, context) => {
  const isRevoked = await context.store.secrets.revokeInvite(prefixOf(prefix), actorOf(context));
  return isRevoked ? done({}) : refused("no code in use begins like this; see invite list");
});
