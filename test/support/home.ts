// The one builder of homes: a temporary folder with the files of a user, and the settings that point a program to them.
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import type { Config } from "../../src/settings/config.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { temporaryFolder } from "./folder.ts";
import { putFile, putState } from "./state-disk.ts";
import { type Content, writeFiles } from "./transcript.ts";

/** Tokens that grant nothing. */
export const ACCESS_TOKEN = "the-vendors-own-token";
export const REFRESH_TOKEN = "the-vendors-refresh-token";
export const PUSH_TOKEN = "the-collectors-own-token";

/** Where the files of a home are, relative to it. */
export const HOME_PATHS = {
  credentials: ".agent/.credentials.json",
  transcripts: ".agent/projects",
  settings: ".config/agent-usage/config.json",
  pushToken: "push-token",
  state: ".local/state/agent-usage",
} as const;

/** What a home contains; it is empty without any part. */
export interface HomeParts {
  /** By path below the transcript folder. An empty object makes an empty folder. */
  readonly transcripts?: Readonly<Record<string, Content>>;
  /** When the transcripts were last modified; now by default. */
  readonly writtenAt?: number;
  /** The text of the credentials file. */
  readonly credentials?: string;
  readonly pushToken?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The state, or the literal text of its file. */
  readonly state?: State | string;
  /** The literal text of the previous state's file. */
  readonly previous?: string;
  readonly machineId?: string;
  /** The collector to push to. */
  readonly collector?: { readonly origin: string; readonly caFile: string };
  /** The state folder, if it is elsewhere. */
  readonly stateDir?: string;
}

export interface Home {
  readonly dir: string;
  readonly stateDir: string;
  /** The paths of the state's files. */
  readonly names: ReturnType<typeof stateNames>;
  readonly transcripts: string;
  /** The variables that point a program to this home. */
  readonly env: Readonly<Record<string, string>>;
  /** The same settings for a beat in this process. */
  readonly config: Config;
  /** Writes a file below the home and returns its path. */
  readonly put: (path: string, content: string | Uint8Array) => Promise<string>;
}

/** The text of a credentials file; `fields` override its own. */
export function credentialsText(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    agentAiOauth: { accessToken: ACCESS_TOKEN, refreshToken: REFRESH_TOKEN, ...fields },
  });
}

export async function makeHome(t: TestContext, parts: HomeParts = {}): Promise<Home> {
  const dir = await temporaryFolder(t);
  const stateDir = parts.stateDir ?? join(dir, HOME_PATHS.state);
  const home: Home = {
    dir,
    stateDir,
    names: stateNames(stateDir),
    transcripts: join(dir, HOME_PATHS.transcripts),
    env: envOf(dir, parts),
    config: configOf(dir, stateDir, parts),
    async put(path, content) {
      const whole = join(dir, path);
      await mkdir(dirname(whole), { recursive: true });
      await writeFile(whole, content, { mode: 0o600 });
      return whole;
    },
  };
  const { transcripts, credentials, pushToken, settings, writtenAt = Date.now() } = parts;
  if (transcripts !== undefined) {
    await mkdir(home.transcripts, { recursive: true });
    writeFiles(home.transcripts, transcripts, writtenAt);
  }
  if (credentials !== undefined) await home.put(HOME_PATHS.credentials, credentials);
  if (pushToken !== undefined) await home.put(HOME_PATHS.pushToken, pushToken);
  if (settings !== undefined) await home.put(HOME_PATHS.settings, JSON.stringify(settings));
  await writeState(home, parts);
  return home;
}

async function writeState(
  { stateDir, names }: Home,
  { state, previous, machineId }: HomeParts,
): Promise<void> {
  if (state === undefined && previous === undefined && machineId === undefined) return;
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await chmod(stateDir, 0o700);
  if (typeof state === "string") await putFile(names.state, state);
  else if (state !== undefined) await putState(stateDir, state);
  if (previous !== undefined) await putFile(names.previous, previous);
  if (machineId !== undefined) await putFile(names.machineId, `${machineId}\n`);
}

function envOf(dir: string, { pushToken, collector, stateDir }: HomeParts): Home["env"] {
  return {
    HOME: dir,
    ...(stateDir !== undefined && { AGENT_USAGE_STATE_DIR: stateDir }),
    ...(pushToken !== undefined && { AGENT_USAGE_PUSH_TOKEN_FILE: join(dir, HOME_PATHS.pushToken) }),
    ...(collector !== undefined && {
      AGENT_USAGE_BASE_URL: collector.origin,
      NODE_EXTRA_CA_CERTS: collector.caFile,
    }),
  };
}

function configOf(dir: string, stateDir: string, { pushToken, collector }: HomeParts): Config {
  return {
    stateDir,
    transcriptRoots: [join(dir, HOME_PATHS.transcripts)],
    credentialsPath: join(dir, HOME_PATHS.credentials),
    ...(pushToken !== undefined && { pushTokenFile: join(dir, HOME_PATHS.pushToken) }),
    ...(collector !== undefined && { baseUrl: collector.origin }),
  };
}
