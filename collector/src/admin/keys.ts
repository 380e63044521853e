import * as z from "zod";
import { givenName } from "../api/index.ts";
import { beginningOf, makeSecret } from "../auth/index.ts";
import { actorOf, done, nothing, operation, refused } from "./operation.ts";

const name = givenName(128).refine((given) => given !== "", "the name is empty");

export const keyCreate = operation(
  z.strictObject({ name, metrics: z.boolean() }),
  async ({ name, metrics }, context) => {
    const { store } = context;
    const { secret, stored } = makeSecret("key", store.hmacKey);
    const scope = metrics ? "metrics" : "api";
    const added = await store.secrets.addKey({ ...stored, name, scope }, actorOf(context));
    return added === "added" ? done({ key: secret }) : refused("there is a key of this name already");
  },
);

export const keyList = operation(nothing, async (_, { store }) => {
  const keys = await store.secrets.keys();
  return done(
    keys.map(({ name, prefix, scope, createdAt }) => ({
      name,
      prefix: beginningOf("key", prefix),
      scope,
      createdAt: new Date(createdAt).toISOString(),
    })),
  );
});

export const keyRevoke = operation(z.strictObject({ name: z.string() }), async ({ name }, context) =>
  (await context.store.secrets.revokeKey(name, actorOf(context)))
    ? done({})
    : refused("there is no key of this name"),
);
