import type { FastifyReply, FastifyRequest } from "fastify";
import { hasInvisible } from "../../../src/text/visible.ts";
import { type Caller, hashOf, isAllowed, type Need, type PersonCaller } from "../auth/index.ts";
import { bearerOf, clientAddress, type ServerContext, sessionSecret } from "./context.ts";
import { refuse } from "./refuse.ts";

/** The longest name of a person. */
const MAX_NAME = 128;

/** Lets only those go on who may, and says who they are. Answers all others. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  need: Need,
  context: ServerContext,
): Promise<Caller | undefined> {
  const caller = await callerOf(request, context);
  if (isAllowed(caller, need)) return caller;
  const isTooMany = await context.limiter.fail(clientAddress(request));
  refuse(reply, isTooMany ? "too_many_requests" : "invalid_token");
  return undefined;
}

/** Who sent a request: by a bearer token, else by a session, else by a link that shows one page. */
export async function callerOf(request: FastifyRequest, context: ServerContext): Promise<Caller> {
  const bearer = bearerOf(request);
  if (bearer !== "") return keyCaller(bearer, context);
  return (
    (await proxyCaller(request, context)) ??
    (await personCaller(request, context)) ??
    (await shareCaller(request, context)) ?? { kind: "stranger" }
  );
}

async function keyCaller(bearer: string, { store }: ServerContext): Promise<Caller> {
  const hash = hashOf("key", bearer, store.hmacKey);
  const key = hash === undefined ? undefined : await store.secrets.keyOf(hash);
  return key === undefined ? { kind: "stranger" } : { kind: "key", scope: key.scope, name: key.name };
}

/** The person whom a trusted proxy names in this very request: without the header, nobody is signed in by it. */
async function proxyCaller(
  { raw }: FastifyRequest,
  { store, proxyUser }: ServerContext,
): Promise<PersonCaller | undefined> {
  // All other peers were refused before, so only listed proxies get here.
  const [sent = "", ...more] = proxyUser === undefined ? [] : (raw.headersDistinct[proxyUser.header] ?? []);
  // A proxy that appends would pass on what the client claims.
  if (more.length > 0 || sent.includes(",")) return undefined;
  const name = Buffer.from(sent, "latin1").toString("utf8").normalize("NFC");
  // HTTP drops common blanks at its ends. With another kind of blank, it is another name where the proxy signs people in.
  const isWhole = name !== "" && name === name.trim();
  if (!isWhole || name.length > MAX_NAME || hasInvisible(name)) return undefined;
  const role = (await store.secrets.personNamed(name))?.role ?? proxyUser?.role;
  return role && { kind: "person", role, name, session: null };
}

async function personCaller(
  request: FastifyRequest,
  { store, session, clock }: ServerContext,
): Promise<PersonCaller | undefined> {
  const hash = hashOf("session", sessionSecret(request, session.cookie), store.hmacKey);
  const person = hash === undefined ? undefined : await store.secrets.sessionOf(hash, clock());
  return person && { kind: "person", role: person.role, name: person.name, session: person.session.prefix };
}

async function shareCaller(
  request: FastifyRequest,
  { store, session, clock }: ServerContext,
): Promise<Caller | undefined> {
  const hash = hashOf("shareSession", sessionSecret(request, session.share), store.hmacKey);
  const view = hash === undefined ? undefined : await store.secrets.sharedWith(hash, clock());
  return view && { kind: "share", page: view.page, from: view.from, to: view.to };
}
