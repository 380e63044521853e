import * as z from "zod";
import { DAY_MS } from "../../../src/base/durations.ts";
import { givenName, instant } from "../api/index.ts";
import { MAX_NAME_LENGTH, makeSecret } from "../auth/index.ts";
import { type PersonChange, ROLES } from "../store/index.ts";
import { type AdminContext, actorOf, done, nothing, type Outcome, operation, refused } from "./operation.ts";

/** How long an invitation works, in milliseconds. */
const INVITATION_MS = 7 * DAY_MS;

/** A link to sign in, once. */
export interface PersonLink {
  readonly link: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

const newName = givenName(MAX_NAME_LENGTH).refine((given) => given !== "", "the name is empty");
/** Of somebody who is there. */
const name = z.string().trim().min(1).max(MAX_NAME_LENGTH);
const role = z.enum(ROLES);
const UNKNOWN = "there is nobody of this name; see person list";

export const personAdd = operation(z.strictObject({ name: newName, role }), async (person, context) => {
  const added = await context.store.secrets.addPerson(person, actorOf(context));
  return added === "added"
    ? linkFor(person.name, context)
    : refused("there is somebody of this name already. Fix: use another one, or make a new link");
});

export const personLink = operation(z.strictObject({ name }), ({ name }, context) => linkFor(name, context));

async function linkFor(person: string, context: AdminContext): Promise<Outcome<PersonLink>> {
  const { store, links, now } = context;
  const { secret, stored } = makeSecret("link", store.hmacKey);
  const expiresAt = now + INVITATION_MS;
  const link = { ...stored, person, expiresAt, isInvitation: true };
  if (!(await store.secrets.addLink(link, actorOf(context)))) return refused(UNKNOWN);
  return done({ link: `${links.url}/login#${secret}`, expiresAt: new Date(expiresAt).toISOString() });
}

export const personList = operation(nothing, async (_, { store }) =>
  done(
    (await store.secrets.people()).map(({ name, role, hasPassword, createdAt, signedInAt }) => ({
      name,
      role,
      hasPassword,
      createdAt: instant(createdAt),
      signedInAt: instant(signedInAt),
    })),
  ),
);

export const personRole = operation(z.strictObject({ name, role }), async ({ name, role }, context) =>
  changed(await context.store.secrets.changeRole(name, role, actorOf(context))),
);

export const personRemove = operation(z.strictObject({ name }), async ({ name }, context) =>
  changed(await context.store.secrets.removePerson(name, actorOf(context))),
);

function changed(change: PersonChange): Outcome<Record<string, never>> {
  switch (change) {
    case "done":
      return done({});
    case "unknown":
      return refused(UNKNOWN);
    case "last_admin":
      return refused("this is the only admin. Fix: make somebody else an admin first");
  }
}
