// The built collector, running in a home of its own.
import { readFile } from "node:fs/promises";
import { type Agent, request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Cleanup, temporaryFolder } from "./folder.ts";
import { type Ended, type Program, runProgram, startProgram } from "./program.ts";

export const COLLECTOR_CLI: string = fileURLToPath(new URL("../../collector/dist/cli.js", import.meta.url));

/** How long it may take to be ready, and how long an answer may: far longer than either does. In milliseconds. */
const PATIENCE_MS = 180_000;
/** How long a server may run before it is killed, in milliseconds: longer than the longest test, which is 50 failovers. */
const SERVER_MS = 4 * 3_600_000;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface RunningCollector {
  /** Such as `https://localhost:40001`. */
  readonly url: string;
  readonly home: string;
  readonly data: string;
  /** The path of its authority's certificate. */
  readonly caFile: string;
  readonly program: Program;
  /** Runs one of its commands. */
  readonly command: (...args: string[]) => Promise<Ended>;
  /** Sends one request, and trusts only the collector's own authority. */
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Reply>;
  /** A key for the API. */
  readonly key: () => Promise<string>;
  /** A line for `agent-usage join`. */
  readonly invite: (...args: string[]) => Promise<Invite>;
}

export interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | object;
  /** For many requests on one connection. Without one, each has its own. */
  readonly agent?: Agent;
}

export interface Invite {
  readonly url: string;
  readonly code: string;
  readonly fingerprint: string | null;
  readonly line: string;
  readonly expiresAt: string;
}

export interface CollectorOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The built program; that of this repository unless given. */
  readonly cli?: string;
  /** The home of an earlier one. */
  readonly home?: string;
  /** Finds its folder once it is ready, if that is not in its home. */
  readonly findData?: () => Promise<string>;
}

/** Starts a collector on free ports, and waits until it is ready. */
export async function runCollector(
  t: Cleanup,
  { args = [], env = {}, cli = COLLECTOR_CLI, home: given, findData }: CollectorOptions = {},
): Promise<RunningCollector> {
  const home = given ?? (await temporaryFolder(t));
  const all = {
    HOME: home,
    AGENT_USAGE_COLLECTOR_LISTEN: "127.0.0.1:0",
    AGENT_USAGE_COLLECTOR_LOCAL: "off",
    ...env,
  };
  const program = await startProgram(t, cli, ["serve", ...args], {
    env: all,
    timeoutMs: SERVER_MS,
  });
  const ready = await program.waitForLine(/"msg":"listening"/, PATIENCE_MS);
  const { url } = JSON.parse(ready) as { url: string };
  const data = (await findData?.()) ?? join(home, ".local/state/agent-usage-collector");
  const caFile = join(data, "ca.pem");
  const where = findData === undefined ? [] : ["--data", data];
  const command = (...words: string[]) => runProgram(t, cli, [...words, ...where], { env: all });
  const json = async (...words: string[]) => JSON.parse((await command(...words, "--json")).stdout);
  let ca: string | undefined;
  return {
    url,
    home,
    data,
    caFile,
    program,
    command,
    async send(method, path, { token, headers = {}, body, agent } = {}) {
      ca ??= await readFile(caFile, "utf8");
      const bytes =
        body === undefined || typeof body === "string" || body instanceof Uint8Array
          ? body
          : JSON.stringify(body);
      const call = request(new URL(path, url), {
        method,
        ca,
        agent: agent ?? false,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          ...(bytes !== undefined && { "content-type": "application/json" }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      return new Promise((resolve, reject) => {
        call.on("error", reject);
        call.on("response", (response) => {
          const { statusCode: status = 0 } = response;
          text(response).then((body) => resolve({ status, headers: response.headers, body }), reject);
        });
        call.end(bytes);
      });
    },
    key: async () => ((await json("key", "create", "--name", `key ${Math.random()}`)) as { key: string }).key,
    invite: async (...words) => (await json("invite", ...words)) as Invite,
  };
}
