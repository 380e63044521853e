import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiErrorCode } from "../api/index.ts";
import { hashOf } from "../auth/index.ts";
import { readSnapshot } from "../ingest/index.ts";
import type { Store } from "../store/index.ts";
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
    if (answer.status !== "stored") return send(reply, answer);
    context.alerts.noticed();
    return reply.code(204).send();
  });
}

async function takePush(request: FastifyRequest, { store, limiter, clock }: ServerContext): Promise<Answer> {
  const tokenHash = hashOf("token", bearerOf(request), store.hmacKey);
  const kept = tokenHash === undefined ? INVALID : await keep(store, tokenHash, request.body, clock());
  if (kept.status === "kept") return { status: "stored" };
  const isTooMany = kept.status === "invalid_token" && (await limiter.fail(clientAddress(request)));
  return isTooMany ? { status: "too_many_requests" } : kept;
}

const INVALID = { status: "invalid_token" } as const;

/** Who has no valid token learns nothing about the body. */
async function keep(store: Store, tokenHash: string, body: unknown, arrivedAt: number) {
  if (Buffer.isBuffer(body)) {
    return store.keep({ tokenHash, read: (past) => readSnapshot(body, past), arrivedAt });
  }
  const { status } = await store.secrets.machineOf(tokenHash);
  return { status: status === "known" ? "unsupported_media_type" : status } as const;
}

function send(reply: FastifyReply, { status, ...detail }: Exclude<Answer, { status: "stored" }>) {
  return refuse(reply, status, detail);
}
