import type { FastifyRequest } from "fastify";
import { hashOf, makeSecret } from "../../auth/index.ts";
import { clientAddress, type ServerContext } from "../../server/index.ts";
import type { NewSession, SignInMethod } from "../../store/index.ts";
import { browserOf, SESSION_MS } from "../session.ts";

export type SignedIn =
  | { readonly status: "signed_in"; readonly secret: string; readonly isInvitation: boolean }
  | Failure;

export interface Failure {
  /** `busy`: too many passwords are being checked. */
  readonly status: "wrong" | "too_many" | "busy";
  readonly way: "link" | "password";
}

/** Who sent a form, as far as that is known without a session. */
export interface Client {
  readonly from: string;
  /** What the browser calls itself. */
  readonly browser: string | null;
}

export function clientOf(request: FastifyRequest): Client {
  return { from: clientAddress(request), browser: browserOf(request) };
}

/** Trades the code of a link for a session, once. */
export async function signInByLink(code: string, client: Client, context: ServerContext): Promise<SignedIn> {
  const { store, limiter, clock } = context;
  const { from } = client;
  const hash = hashOf("link", code, store.hmacKey);
  const { secret, session } = freshSession("link", client, context);
  const followed =
    hash === undefined ? undefined : await store.secrets.followLink(hash, session, { from, at: clock() });
  if (followed !== undefined) return { status: "signed_in", secret, isInvitation: followed.isInvitation };
  if (await limiter.fail(from)) return { status: "too_many", way: "link" };
  await store.secrets.noteFailure(null, { from, at: clock() });
  return { status: "wrong", way: "link" };
}

/**
 * Starts a session for who knows the password. An unknown name, a person without a password and a wrong password take as
 * long, and are answered alike.
 */
export async function signInByPassword(
  name: string,
  password: string,
  client: Client,
  context: ServerContext,
): Promise<SignedIn> {
  const { store } = context;
  const person = await store.secrets.personNamed(name);
  const checked = await checkPassword(name, password, person?.passwordHash ?? null, client, context);
  if (checked !== "right") return { status: checked, way: "password" };
  const by = { who: name, from: client.from, at: context.clock() };
  const { secret, session } = freshSession("password", client, context);
  const isStarted = await store.secrets.addSession(name, session, by, person?.passwordHash ?? undefined);
  return isStarted
    ? { status: "signed_in", secret, isInvitation: false }
    : { status: "wrong", way: "password" };
}

/** Compares a password, unless the address or the account failed too often. */
export async function checkPassword(
  name: string,
  password: string,
  stored: string | null,
  { from }: Pick<Client, "from">,
  { store, limiter, accounts, passwords, clock }: ServerContext,
): Promise<"right" | Failure["status"]> {
  const ofAddress = await limiter.attempt(from);
  if (ofAddress === undefined) return "too_many";
  const ofAccount = await accounts.attempt(name);
  const verdict = ofAccount === undefined ? "too_many" : await passwords.verify(password, stored, from);
  // A guess is counted from its start. What is right, and what was not compared at all, was none.
  if (verdict !== "wrong") for (const takeBack of [ofAddress, ofAccount]) takeBack?.();
  else await store.secrets.noteFailure(name, { from, at: clock() });
  return verdict;
}

/** A session that the store does not know yet. */
export function freshSession(
  method: SignInMethod,
  { browser }: Pick<Client, "browser">,
  { store, clock }: Pick<ServerContext, "store" | "clock">,
  lastsMs: number = SESSION_MS,
): { readonly secret: string; readonly session: NewSession } {
  const { secret, stored } = makeSecret("session", store.hmacKey);
  return { secret, session: { ...stored, expiresAt: clock() + lastsMs, method, browser } };
}
