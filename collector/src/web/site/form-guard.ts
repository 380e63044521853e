import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerContext } from "../../server/index.ts";
import { isFromHere } from "../session.ts";
import { sendErrorPage } from "./errors.ts";

const FOREIGN = {
  title: "This form came from elsewhere",
  text: "It was sent by another site, or the browser did not say by which. Open the page here, and try again.",
};
const FORM = /^application\/x-www-form-urlencoded *(?:;|$)/i;

/** A check before the body of a form is read: whoever fails it has no byte of it parsed. It answers them itself. */
export type FormCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Refuses the forms of other sites. */
export function fromHereOnly({ session }: Pick<ServerContext, "session">): FormCheck {
  return async (request, reply) =>
    isFromHere(request, session.isSecure) ? undefined : sendErrorPage(reply, "forbidden", FOREIGN);
}

/** Refuses what is no form, such as JSON: it would be read as a form without fields. */
export const formsOnly: FormCheck = async ({ headers }, reply) => {
  const type = headers["content-type"];
  return type === undefined || FORM.test(type) ? undefined : sendErrorPage(reply, "unsupported_media_type");
};
