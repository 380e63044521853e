import { chmod } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { FILE_MODE, realPath } from "../../../src/base/disk/files.ts";
import type { Log } from "../../../src/base/edges.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { removeLeftSocket } from "../../../src/base/net/left-socket.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import { StoreUnavailable } from "../store/index.ts";
import type { AdminContext, Outcome } from "./operation.ts";
import { runOperation } from "./table.ts";

/** Where commands reach a running server: SQLite has one writer. */
export function socketPath(data: string): string {
  return join(data, "admin.sock");
}

/** What a command sends. */
export interface Asking {
  readonly operation: string;
  readonly given: unknown;
  /** The file of the database that the command was told to use; `undefined` if it was told none. */
  readonly database: string | undefined;
}

/**
 * Answers commands on the socket, which only its owner can use. Rejects with EADDRINUSE if another server has it.
 * @returns a function that ends this
 */
export async function openAdminSocket(
  path: string,
  context: () => AdminContext,
  log: Log,
): Promise<() => Promise<void>> {
  await removeLeftSocket(path);
  const server = http.createServer((request, response) => {
    const answer = async () => {
      const { operation, given, database } = JSON.parse(await text(request)) as Asking;
      const isOther = database !== undefined && database !== (await realPath(context().store.description));
      const outcome = isOther ? OTHER_DATABASE : await runOperation(operation, given, context());
      response.end(JSON.stringify(outcome));
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

const OTHER_DATABASE: Outcome<never> = {
  status: "refused",
  message:
    "the collector that runs in this folder has another database. Fix: name the folder of the other one",
};

export type Asked =
  | { readonly status: "answered"; readonly outcome: Outcome<unknown> }
  | { readonly status: "no_server" }
  /** `reason` is one line for the terminal. */
  | { readonly status: "failed"; readonly reason: string };

/** Has the running server run an operation. @param path the socket's */
export async function askServer(path: string, { operation, given, database }: Asking): Promise<Asked> {
  const sent = { operation, given, ...(database !== undefined && { database: await realPath(database) }) };
  return new Promise((resolve, reject) => {
    const call = http.request({ socketPath: path, path: "/", method: "POST" });
    call.on("error", (error) => {
      const code = errorCode(error);
      const isAbsent = ["ENOENT", "ECONNREFUSED", "ENOTSOCK", "ENOTDIR", "EINVAL"].includes(code);
      if (isAbsent) resolve({ status: "no_server" });
      else resolve({ status: "failed", reason: `cannot reach the collector: ${describeCode(code)}` });
    });
    call.on("response", (response) => {
      text(response).then(
        (body) => resolve({ status: "answered", outcome: JSON.parse(body) as Outcome<unknown> }),
        reject,
      );
    });
    call.end(JSON.stringify(sent));
  });
}
