import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiErrorCode } from "../api/index.ts";
import { hashOf } from "../auth/index.ts";
import { readSnapshot } from "../ingest/index.ts";
import { bearerOf, clientAddress, type ServerContext } from "./context.ts";
import { refuse } from "./refuse.ts";

type Answer =
  | { readonly status: "stored" }
  | { readonly status: ApiErrorCode; readonly path?: string; readonly message?: string };

/** `POST /agent-usage`: a 2xx means that the snapshot is kept. */
export function routePush(app: FastifyInstance, context: ServerContext): void {
  app.post("/agent-usage", async (request, reply) => {
    const answer = await takePush(request, context);
    context.pushes.add(answer.status);
    return answer.status === "stored" ? reply.code(204).send() : send(reply, answer);
  });
}

async function takePush(request: FastifyRequest, { store, limiter, clock }: ServerContext): Promise<Answer> {
  const tokenHash = hashOf("token", bearerOf(request), store.hmacKey);
  const owner = tokenHash === undefined ? undefined : await store.secrets.machineOf(tokenHash);
  if (tokenHash === undefined || owner === undefined || owner.status === "invalid_token") {
    return { status: limiter.fail(clientAddress(request)) ? "too_many_requests" : "invalid_token" };
  }
  if (owner.status === "revoked") return owner;
  if (!Buffer.isBuffer(request.body)) return { status: "unsupported_media_type" };
  const read = readSnapshot(request.body);
  if (read.status !== "ok") return read;
  const kept = await store.keep({ tokenHash, snapshot: read.snapshot, arrivedAt: clock() });
  return kept.status === "kept" ? { status: "stored" } : kept;
}

function send(reply: FastifyReply, { status, ...detail }: Exclude<Answer, { status: "stored" }>) {
  return refuse(reply, status, detail);
}
