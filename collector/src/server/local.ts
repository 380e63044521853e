import type { FastifyInstance } from "fastify";
import { addressText, isLoopback, type TcpAddress } from "../settings/index.ts";
import { bareApp } from "./app.ts";
import type { ServerContext } from "./context.ts";
import type { SendErrorPage } from "./failures.ts";
import { refuse } from "./refuse.ts";

/**
 * The plain HTTP server for browsers on this machine. It has the pages, and neither pushes nor `/join` nor `/api`.
 * @param local where it will listen
 */
export function localApp(
  context: ServerContext,
  local: TcpAddress,
  sendErrorPage?: SendErrorPage,
): FastifyInstance {
  const app = bareApp(context, { ...(sendErrorPage && { sendErrorPage }) });
  const names = [local.host, "localhost", "127.0.0.1", "::1"].filter(isLoopback);
  app.addHook("onRequest", async (request, reply) => {
    // A page of another site whose name was made to lead here (DNS rebinding) sends its own name.
    const port = request.socket.localPort ?? local.port;
    const isOurs = names.some((host) => request.headers.host === addressText({ host, port }));
    return isOurs ? undefined : refuse(reply, "forbidden");
  });
  return app;
}
