import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { TestContext } from "node:test";
import { type Collector, startCollector } from "./collector.ts";
import { temporaryFolder } from "./folder.ts";
import { type Ended, type ProgramOptions, startProgram } from "./program.ts";
import { type Places, SECRETS } from "./secrets.ts";
import { line } from "./transcript.ts";

/** A home with a token in every file that is there to hold one, and a collector. */
export interface Planted {
  readonly home: string;
  readonly stateDir: string;
  /** At log level trace, with the push token's file and the collector. */
  readonly env: Readonly<Record<string, string>>;
  /** Takes pushes; it is the usage endpoint too, for a program that is built for it. */
  readonly collector: Collector;
  readonly plant: (path: string, text: string | Uint8Array) => Promise<void>;
  /** Runs a program to its end; one that would go on is stopped once it has said that its beat is done. */
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

export async function plantedHome(t: TestContext, { version }: { version?: string } = {}): Promise<Planted> {
  const home = await temporaryFolder(t);
  const collector = await startCollector(t);
  const planted = new Map<string, Buffer>();
  const plant = async (path: string, text: string | Uint8Array) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
    planted.set(path, Buffer.from(text as Uint8Array));
  };
  await plant(CREDENTIALS, credentials());
  await plant(PUSH_TOKEN, `${SECRETS.push}\n`);
  await plant(TRANSCRIPT, `${line({ at: new Date().toISOString(), version })}\n`);
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
    plant,
    async run(file, args, options = {}) {
      const program = await startProgram(t, file, args, { ...options, env: { ...env, ...options.env } });
      const goesOn = file.endsWith("daemon.js") || args[0] === "run";
      if (goesOn) {
        await program.waitForLine(/beat done|a beat failed|"fatal"|^agent-usage: /);
        program.child.kill("SIGTERM");
      }
      const ended = await program.ended;
      const { stdout, stderr } = ended;
      return { ended, places: { stdout, stderr, ...(await newFiles()), ...requestsOf(collector) } };
    },
  };

  /** Every file below the home that is none of those that were planted, or is not as it was planted. */
  async function newFiles(): Promise<Places> {
    const places: Record<string, string | Uint8Array> = {};
    for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
      const path = relative(home, join(entry.parentPath, entry.name));
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(home, path));
      if (planted.get(path)?.equals(bytes)) continue;
      places[`~/${path}`] = bytes;
    }
    return places;
  }
}

/** What the server was sent, but for each token in the one header of the one request that it belongs in. */
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
