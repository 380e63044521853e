import type { FastifyReply } from "fastify";
import { API_ERRORS, type ApiErrorCode, errorBody } from "../api/index.ts";

/** How long a client should wait before it tries again, in seconds. */
const RETRY_AFTER_S = { too_many_requests: 60, unavailable: 30 } as const;

/** Answers with an error of the table. @param detail the wrong field, or words that are better than the table's */
export function refuse(
  reply: FastifyReply,
  code: ApiErrorCode,
  detail: { message?: string; path?: string } = {},
): FastifyReply {
  if (code === "too_many_requests" || code === "unavailable") {
    reply.header("retry-after", String(RETRY_AFTER_S[code]));
  }
  if (code === "invalid_token") reply.header("www-authenticate", "Bearer");
  return reply.code(API_ERRORS[code].status).send(errorBody(code, detail));
}
