import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { TestContext } from "node:test";
import { type Collector, startCollector } from "./collector.ts";
import { credentialsText, HOME_PATHS, type Home, makeHome } from "./home.ts";
import { type Ended, type ProgramOptions, startProgram } from "./program.ts";
import { type Places, SECRETS } from "./secrets.ts";
import { requestLine } from "./transcript.ts";

/** A home with a token in every file that can hold one, at log level trace, and a collector. */
export interface SecretsHome extends Home {
  /** Accepts pushes; also serves the usage endpoint to a program built for it. */
  readonly collector: Collector;
  /** Runs a program to its end; a daemon is stopped once it has logged its first beat. */
  readonly run: (
    file: string,
    args: readonly string[],
    options?: ProgramOptions,
  ) => Promise<{ ended: Ended; places: Places }>;
}

/** The transcript, relative to the home. */
export const TRANSCRIPT = `${HOME_PATHS.transcripts}/project/session.jsonl`;

/** The text of a credentials file with both secrets; `fields` override its own. */
export function secretCredentials(fields: Readonly<Record<string, unknown>> = {}): string {
  const { access: accessToken, refresh: refreshToken } = SECRETS;
  return credentialsText({ accessToken, refreshToken, ...fields });
}

export async function secretsHome(
  t: TestContext,
  { version }: { version?: string } = {},
): Promise<SecretsHome> {
  const collector = await startCollector(t);
  const home = await makeHome(t, {
    credentials: secretCredentials(),
    pushToken: `${SECRETS.push}\n`,
    transcripts: { "project/session.jsonl": [requestLine({ at: new Date().toISOString(), version })] },
    collector,
  });
  const env = { ...home.env, AGENT_USAGE_LOG_LEVEL: "trace" };
  const written = new Map<string, Buffer>();
  for (const [path, content] of Object.entries(await filesBelow(home.dir))) written.set(path, content);

  return {
    ...home,
    env,
    collector,
    async put(path, content) {
      written.set(path, Buffer.from(content as Uint8Array));
      return home.put(path, content);
    },
    async run(file, args, options = {}) {
      const program = await startProgram(t, file, args, { ...options, env: { ...env, ...options.env } });
      const isDaemon = file.endsWith("daemon.js") || args[0] === "run";
      if (isDaemon) {
        await program.waitForLine(/refresh done|the refresh failed|"fatal"|^agent-usage: /);
        program.child.kill("SIGTERM");
      }
      const ended = await program.ended;
      const { stdout, stderr } = ended;
      return { ended, places: { stdout, stderr, ...(await newFiles()), ...requestsOf(collector) } };
    },
  };

  /** Every file below the home that the test did not write, or that has changed since. */
  async function newFiles(): Promise<Places> {
    const found = Object.entries(await filesBelow(home.dir));
    return Object.fromEntries(
      found
        .filter(([path, bytes]) => !written.get(path)?.equals(bytes))
        .map(([path, bytes]) => [`~/${path}`, bytes]),
    );
  }
}

/** Every file below a folder, by its relative path. */
async function filesBelow(folder: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return Object.fromEntries(await Promise.all(files));
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
