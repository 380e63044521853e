import type { FastifyInstance } from "fastify";
import type * as z from "zod";

export const MAX_BODY_BYTES: number = 64 * 1024;

/** The only parser: bytes stay bytes until a handler has checked who sent them. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const encoding = request.headers["content-encoding"];
    if (encoding === undefined || encoding === "identity") done(null, body);
    else done(Object.assign(new Error("compressed"), { statusCode: 415 }));
  });
}

export type ReadBody<T> =
  | { readonly status: "ok"; readonly value: T }
  | { readonly status: "not_json" }
  | { readonly status: "invalid_body"; readonly path: string };

/** Reads a JSON body by a schema. */
export function readBody<T>(body: unknown, schema: z.ZodType<T>): ReadBody<T> {
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body as Buffer);
    value = JSON.parse(text);
  } catch {
    return { status: "not_json" };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { status: "ok", value: parsed.data };
  return { status: "invalid_body", path: parsed.error.issues[0]?.path.join(".") ?? "" };
}
