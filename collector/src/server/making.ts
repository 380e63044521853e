import type { FastifyReply } from "fastify";
import type { Caller } from "../auth/index.ts";
import type { Actor } from "../store/index.ts";

/** Who may have a page: a person, or someone with a link that shows this page alone. */
export type Visitor = Extract<Caller, { kind: "person" | "share" }>;

/** A query as parsed: each parameter with its value or values. */
export type Query = Readonly<Record<string, unknown>>;

interface AskedBy {
  /** Who asks, by `askerOf`: everybody has a turn before anyone has a second one. */
  readonly asker: string;
}

/** A page that someone may have, and what it takes to make it elsewhere. */
export interface AskedPage extends AskedBy {
  readonly kind: "page";
  /** The path that it is routed by: `/machines/:id`. */
  readonly route: string;
  /** The path as requested, without the query and the format. */
  readonly path: string;
  /** For an export. */
  readonly format: "csv" | "json" | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly visitor: Visitor;
  readonly actor: Actor;
  readonly browser: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the browser takes gzip. */
  readonly isZipped: boolean;
}

/** A route below `/api/v1/`, for someone who may read. */
export interface AskedRead extends AskedBy {
  readonly kind: "read";
  readonly path: string;
  readonly query: Query;
  readonly now: number;
}

export type Asked = AskedPage | AskedRead;

/** An answer as bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Makes answers that take long. Rejects with `StoreUnavailable`, or with `NotMade`. */
export type Make = (asked: Asked) => Promise<Answer>;

/** What makes answers has failed, or has too many to make. The next request may succeed. */
export class NotMade extends Error {
  override readonly name = "NotMade";
  readonly why: "failed" | "too_many";

  constructor(why: NotMade["why"]) {
    super(why);
    this.why = why;
  }
}

/** Tells those who ask for answers apart. */
export function askerOf(caller: Caller): string {
  switch (caller.kind) {
    case "share":
      return `share ${caller.page} ${caller.from} ${caller.to}`;
    case "stranger":
      return "stranger";
    case "key":
    case "person":
      return `${caller.kind} ${caller.name}`;
  }
}

/** A body as bytes of its own. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}
