import type { FastifyInstance } from "fastify";
import { joinBody } from "../api/index.ts";
import { hashOf, makeSecret } from "../auth/index.ts";
import { readBody } from "./body.ts";
import { clientAddress, type ServerContext } from "./context.ts";
import { refuse } from "./refuse.ts";

/** `POST /join`: trades a code for a token of the machine's own. */
export function routeJoin(app: FastifyInstance, { store, limiter, clock }: ServerContext): void {
  app.post("/join", async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) return refuse(reply, "unsupported_media_type");
    const body = readBody(request.body, joinBody);
    if (body.status === "not_json") return refuse(reply, "not_json");
    if (body.status === "invalid_body") return refuse(reply, "invalid_body", { path: body.path });
    const { code, program, machine } = body.value;
    const from = clientAddress(request);
    const codeHash = hashOf("code", code, store.hmacKey);
    const { secret, stored } = makeSecret("token", store.hmacKey);
    const joined =
      codeHash === undefined
        ? undefined
        : await store.secrets.join({ codeHash, token: stored, program, machine, at: clock(), from });
    if (joined?.status === "joined") return reply.code(201).send({ token: secret });
    return refuse(reply, (await limiter.fail(from)) ? "too_many_requests" : "invalid_code");
  });
}
