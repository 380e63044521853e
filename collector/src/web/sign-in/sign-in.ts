import type { FastifyRequest } from "fastify";
import { hashOf, knownBrowser, makeSecret } from "../../auth/index.ts";
import { clientAddress, type ServerContext, sessionSecret } from "../../server/index.ts";
import type { NewSession, SignInMethod } from "../../store/index.ts";
import { browserOf, SESSION_MS } from "../session.ts";

export type SignedIn =
  | {
      readonly status: "signed_in";
      readonly name: string;
      readonly secret: string;
      readonly isInvitation: boolean;
    }
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
  /** Which browser it is, if somebody may have signed in with it before: what `knownBrowser` reads. */
  readonly known: string;
}

export function clientOf(request: FastifyRequest, { session }: Pick<ServerContext, "session">): Client {
  return {
    from: clientAddress(request),
    browser: browserOf(request),
    known: sessionSecret(request, session.known),
  };
}

/** Trades the code of a link for a session, once. */
export async function signInByLink(code: string, client: Client, context: ServerContext): Promise<SignedIn> {
  const { store, limiter, clock } = context;
  const { from } = client;
  const hash = hashOf("link", code, store.hmacKey);
  const { secret, session } = freshSession("link", client, context);
  const followed =
    hash === undefined ? undefined : await store.secrets.followLink(hash, session, { from, at: clock() });
  if (followed !== undefined) {
    const { name, isInvitation } = followed;
    return { status: "signed_in", name, secret, isInvitation };
  }
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
  const { store, clock } = context;
  const { from } = client;
  const person = await store.secrets.personNamed(name);
  const known = knownBrowser(client.known, name, clock(), store.hmacKey);
  const checked = await checkPassword(name, password, person?.passwordHash ?? null, { from, known }, context);
  if (checked !== "right") return { status: checked, way: "password" };
  const by = { who: name, from, at: clock() };
  const { secret, session } = freshSession("password", client, context);
  const isStarted = await store.secrets.addSession(name, session, by, person?.passwordHash ?? undefined);
  return isStarted
    ? { status: "signed_in", name, secret, isInvitation: false }
    : { status: "wrong", way: "password" };
}

/** Who tries a password. */
interface Guesser {
  readonly from: string;
  /** A browser or a session of the very person. Its guesses are counted apart: strangers cannot use them up. */
  readonly known: string | undefined;
}

/** Compares a password, unless there were too many failures. */
export async function checkPassword(
  name: string,
  password: string,
  stored: string | null,
  guesser: Guesser,
  context: Pick<ServerContext, "store" | "limiter" | "accounts" | "passwords" | "clock">,
): Promise<"right" | Failure["status"]> {
  const { store, passwords, clock } = context;
  const { from, known } = guesser;
  const takeBack = await attempt(name, guesser, context);
  if (takeBack === undefined) return "too_many";
  const verdict = await passwords.verify(password, stored, { from, isKnown: known !== undefined });
  // A guess is counted from its start. What is right, and what was not compared at all, was none.
  if (verdict !== "wrong") takeBack();
  else await store.secrets.noteFailure(name, { from, at: clock() });
  return verdict;
}

/** Counts a guess. @returns how to take that back; undefined if there were too many */
async function attempt(
  name: string,
  { from, known }: Guesser,
  { limiter, accounts }: Pick<ServerContext, "limiter" | "accounts">,
): Promise<(() => void) | undefined> {
  if (known !== undefined) return accounts.attempt(`known ${known}`);
  const ofAddress = await limiter.attempt(from);
  if (ofAddress === undefined) return undefined;
  const ofAccount = await accounts.attempt(name);
  const takeBack = () => {
    ofAddress();
    ofAccount?.();
  };
  if (ofAccount !== undefined) return takeBack;
  takeBack();
  return undefined;
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
