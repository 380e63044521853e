import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, hashOf, isAllowed, type Need } from "../auth/index.ts";
import { bearerOf, clientAddress, type ServerContext, sessionSecret } from "./context.ts";
import { refuse } from "./refuse.ts";

/** Lets only those go on who may. Answers all others and returns false. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  need: Need,
  context: ServerContext,
): Promise<boolean> {
  if (isAllowed(await callerOf(request, context), need)) return true;
  const isTooMany = context.limiter.fail(clientAddress(request));
  refuse(reply, isTooMany ? "too_many_requests" : "invalid_token");
  return false;
}

export async function callerOf(
  request: FastifyRequest,
  { store, session, clock }: ServerContext,
): Promise<Caller> {
  const bearer = bearerOf(request);
  if (bearer !== "") {
    const hash = hashOf("key", bearer, store.hmacKey);
    const key = hash === undefined ? undefined : await store.secrets.keyOf(hash);
    return key === undefined ? { kind: "stranger" } : { kind: "key", scope: key.scope, name: key.name };
  }
  const hash = hashOf("session", sessionSecret(request, session.cookie), store.hmacKey);
  const person = hash === undefined ? undefined : await store.secrets.sessionOf(hash, clock());
  return person === undefined
    ? { kind: "stranger" }
    : { kind: "person", role: person.role, name: person.name };
}
