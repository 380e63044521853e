import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { TestContext } from "node:test";
import { type Collector, startCollector } from "./collector.ts";
import { temporaryFolder } from "./folder.ts";
import { type Ended, type ProgramOptions, startProgram } from "./program.ts";
import { type Places, SECRETS } from "./secrets.ts";
import { requestLine } from "./transcript.ts";

/** A home with a token in every file that can hold one, and a collector. */
export interface SecretsHome {
  readonly home: string;
  readonly stateDir: string;
  /** Log level trace, the push token file and the collector. */
  readonly env: Readonly<Record<string, string>>;
  /** Accepts pushes; also serves the usage endpoint to a program built for it. */
  readonly collector: Collector;
  /** Writes a file below the home; `run` does not report it as new. */
  readonly put: (path: string, text: string | Uint8Array) => Promise<void>;
  /** Runs a program to its end; a daemon is stopped once it has logged its first beat. */
  readonly run: (
    file: string,
    args: readonly string[],
    options?: ProgramOptions,
  ) => Promise<{ ended: Ended; places: Places }>;
}

export const CREDENTIALS = ".agent/.credentials.json";
export const SETTINGS = ".config/agent-usage/config.json";
export const PUSH_TOKEN = "push-token";
export const TRANSCRIPT = ".agent/projects/project/session.jsonl";

export function credentials(fields: Readonly<Record<string, unknown>> = {}): string {
  const { access: accessToken, refresh: refreshToken } = SECRETS;
  return JSON.stringify({ agentAiOauth: { accessToken, refreshToken, ...fields } });
}

export async function secretsHome(
  t: TestContext,
  { version }: { version?: string } = {},
): Promise<SecretsHome> {
  const home = await temporaryFolder(t);
  const collector = await startCollector(t);
  const written = new Map<string, Buffer>();
  const put = async (path: string, text: string | Uint8Array) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
    written.set(path, Buffer.from(text as Uint8Array));
  };
  await put(CREDENTIALS, credentials());
  await put(PUSH_TOKEN, `${SECRETS.push}\n`);
  await put(TRANSCRIPT, `${requestLine({ at: new Date().toISOString(), version })}\n`);
  const env = {
    HOME: home,
    AGENT_USAGE_LOG_LEVEL: "trace",
    AGENT_USAGE_BASE_URL: collector.origin,
    AGENT_USAGE_PUSH_TOKEN_FILE: join(home, PUSH_TOKEN),
    NODE_EXTRA_CA_CERTS: collector.caFile,
  };

  return {
    home,
    stateDir: join(home, ".local/state/agent-usage"),
    env,
    collector,
    put,
    async run(file, args, options = {}) {
      const program = await startProgram(t, file, args, { ...options, env: { ...env, ...options.env } });
      const isDaemon = file.endsWith("daemon.js") || args[0] === "run";
      if (isDaemon) {
        await program.waitForLine(/refresh done|a beat failed|"fatal"|^agent-usage: /);
        program.child.kill("SIGTERM");
      }
      const ended = await program.ended;
      const { stdout, stderr } = ended;
      return { ended, places: { stdout, stderr, ...(await newFiles()), ...requestsOf(collector) } };
    },
  };

  /** Every file below the home that the test did not write, or that has changed since. */
  async function newFiles(): Promise<Places> {
    const places: Record<string, string | Uint8Array> = {};
    for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
      const path = relative(home, join(entry.parentPath, entry.name));
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(home, path));
      if (written.get(path)?.equals(bytes)) continue;
      places[`~/${path}`] = bytes;
    }
    return places;
  }
}

/** The requests the server received, without each token in the one header it belongs in. */
function requestsOf({ requests }: Collector): Places {
  return Object.fromEntries(
    requests.map(({ headers: { authorization, ...headers }, ...rest }, index) => {
      const isUsage = rest.method === "GET";
      const [what, token] = isUsage ? ["usage", SECRETS.access] : ["push", SECRETS.push];
      const unexpected = authorization === `Bearer ${token}` ? {} : { authorization };
      return [`${what} ${index + 1}`, JSON.stringify({ ...rest, headers, ...unexpected })];
    }),
  );
}
