import { chmod, rm } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { FILE_MODE } from "../../../src/base/disk/files.ts";
import type { Log } from "../../../src/base/edges.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { StoreUnavailable } from "../store/index.ts";
import type { AdminContext, Outcome } from "./operation.ts";
import { runOperation } from "./table.ts";

/** Where commands reach a running server: SQLite has one writer. */
export function socketPath(data: string): string {
  return join(data, "admin.sock");
}

/** Answers commands on the socket, which only its owner can use. @returns a function that ends this */
export async function openAdminSocket(
  path: string,
  context: () => AdminContext,
  log: Log,
): Promise<() => Promise<void>> {
  // Left by a server that was killed: the database's lock is ours.
  await rm(path, { force: true });
  const server = http.createServer((request, response) => {
    const answer = async () => {
      const { operation, given } = JSON.parse(await text(request)) as { operation: string; given: unknown };
      response.end(JSON.stringify(await runOperation(operation, given, context())));
    };
    answer().catch((error: unknown) => {
      const isExpected = error instanceof StoreUnavailable;
      if (!isExpected) log.error({ err: error }, "a command failed unexpectedly");
      const message = isExpected ? error.message : "the running collector failed; its log says where";
      response.end(JSON.stringify({ status: "refused", message }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  await chmod(path, FILE_MODE);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

export type Asked =
  | { readonly status: "answered"; readonly outcome: Outcome<unknown> }
  | { readonly status: "no_server" };

/** Has the running server run an operation. @param path the socket's */
export function askServer(path: string, operation: string, given: unknown): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const call = http.request({ socketPath: path, path: "/", method: "POST" });
    call.on("error", (error) => {
      const isAbsent = ["ENOENT", "ECONNREFUSED", "ENOTSOCK", "ENOTDIR", "EINVAL"].includes(errorCode(error));
      if (isAbsent) resolve({ status: "no_server" });
      else reject(error);
    });
    call.on("response", (response) => {
      text(response).then(
        (body) => resolve({ status: "answered", outcome: JSON.parse(body) as Outcome<unknown> }),
        reject,
      );
    });
    call.end(JSON.stringify({ operation, given }));
  });
}
