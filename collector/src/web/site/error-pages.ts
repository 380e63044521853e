import type { FastifyReply } from "fastify";
import type { ApiErrorCode } from "../../api/index.ts";
import { callerOf, type SendErrorPage, type ServerContext } from "../../server/index.ts";
import { sendErrorPage } from "./errors.ts";

/** What somebody who mistyped an address gets. Finding out who it is needs the database, which other failures may be about. */
const IN_FRAME: readonly ApiErrorCode[] = ["not_found", "method_not_allowed"];

/** The pages for failures that no route answers. Where there is no page, those who are signed in keep their navigation. */
export function errorPagesFor(context: ServerContext): SendErrorPage {
  return async (reply: FastifyReply, code, words) => {
    if (!IN_FRAME.includes(code)) return sendErrorPage(reply, code, words);
    const caller = await callerOf(reply.request, context);
    const isVisitor = caller.kind === "person" || caller.kind === "share";
    return sendErrorPage(reply, code, { ...words, ...(isVisitor && { visitor: caller }) });
  };
}
