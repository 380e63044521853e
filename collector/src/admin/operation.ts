import * as z from "zod";
import type { Actor, Store } from "../store/index.ts";

/** How others reach the collector, for the links that it prints. */
export interface Links {
  /** An https origin. */
  readonly url: string;
  /** The fingerprint of the collector's own authority; null if the certificate is not its own. */
  readonly fingerprint: string | null;
  /** The origin of the pages on this machine; null if they are off. */
  readonly local: string | null;
}

/** What an operation works with. */
export interface AdminContext {
  readonly store: Store;
  readonly links: Links;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The person who asked, and from which address; without one, it was a command. */
  readonly person?: Pick<Actor, "who" | "from">;
}

export type Outcome<R> =
  | { readonly status: "done"; readonly result: R }
  /** One line for the terminal. */
  | { readonly status: "refused"; readonly message: string };

/** Something that a command has done: by the running server, or by the command itself if none runs. */
export interface Operation<A, R> {
  readonly given: z.ZodType<A>;
  readonly run: (given: A, context: AdminContext) => Promise<Outcome<R>>;
}

export function operation<A, R>(
  given: z.ZodType<A>,
  run: (given: A, context: AdminContext) => Promise<Outcome<R>>,
): Operation<A, R> {
  return { given, run };
}

export const nothing: z.ZodType<Record<string, never>> = z.strictObject({});

export function done<R>(result: R): Outcome<R> {
  return { status: "done", result };
}

export function refused(message: string): Outcome<never> {
  return { status: "refused", message };
}

/** Who the audit log names: a command on the collector's own machine has no address. */
export function commandLine(now: number): Actor {
  return { who: "command line", from: null, at: now };
}

/** The person who asked on a page, or else the command line. */
export function actorOf({ now, person }: Pick<AdminContext, "now" | "person">): Actor {
  return { ...commandLine(now), ...person };
}
