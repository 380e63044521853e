import { isAbsolute, resolve } from "node:path";
import * as z from "zod";
import { LOG_LEVELS, type LogLevel } from "../base/log/levels.ts";
import { expandHome } from "../base/settings/home.ts";

/** The keys of the settings file. Every key may be left out. */
export interface Config {
  /** The collector's URL: https only, without a trailing slash. Without one, nothing is pushed. */
  readonly baseUrl?: string;
  /** The file with the push token. */
  readonly pushTokenFile?: string;
  /** The coding agent's credentials file. */
  readonly credentialsPath?: string;
  /** The folders with transcripts. */
  readonly transcriptRoots?: readonly string[];
  /** The state folder. */
  readonly stateDir?: string;
  /** This machine's name for people, 1 to 128 characters. @default the host name */
  readonly label?: string;
  /** A name for the plan's account. It is sent only if it is set. */
  readonly account?: string;
  /** @default "info" */
  readonly logLevel?: LogLevel;
}

/** The environment variable of each setting. */
export const VARIABLES = {
  baseUrl: "AGENT_USAGE_BASE_URL",
  pushTokenFile: "AGENT_USAGE_PUSH_TOKEN_FILE",
  credentialsPath: "AGENT_USAGE_CREDENTIALS",
  transcriptRoots: "AGENT_USAGE_TRANSCRIPTS",
  stateDir: "AGENT_USAGE_STATE_DIR",
  label: "AGENT_USAGE_LABEL",
  account: "AGENT_USAGE_ACCOUNT",
  logLevel: "AGENT_USAGE_LOG_LEVEL",
} as const satisfies Record<keyof Config, string>;

export type Setting = keyof typeof VARIABLES;

/** What each setting must be. Messages never repeat a value: it may be a token in the wrong place. */
export function settingSchemas(home: string) {
  const path = pathSchema(home);
  return {
    baseUrl,
    pushTokenFile: path,
    credentialsPath: path,
    transcriptRoots: z.array(path, "must be a list of folders").min(1, "must name at least one folder"),
    // The state folder gets mode 700, which would lock other users out of the folders above the home.
    stateDir: path.refine((folder) => !isAbove(folder, home), "must be a folder of its own"),
    label,
    account: label,
    logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`),
  } satisfies Record<Setting, z.ZodType>;
}

const baseUrl = z.string("must be a string").transform((text, context) => {
  const problem = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (!URL.canParse(text)) return problem("must be an https URL");
  const url = new URL(text);
  if (url.protocol !== "https:") return problem("must be an https URL: nothing is sent in the clear");
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/]*@|[?#]/.test(text)) {
    return problem("must have no user, password, query or fragment");
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
});

const label = z
  .string("must be a string")
  .min(1, "must have at least 1 character")
  .max(128, "must have at most 128 characters")
  .regex(/^\P{Cc}*$/u, "must have no control characters");

function isAbove(folder: string, home: string): boolean {
  const path = resolve(folder);
  return path !== home && home.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function pathSchema(home: string) {
  return z.string("must be a path").transform((text, context) => {
    const path = expandHome(text, () => home);
    if (isAbsolute(path) && !path.includes("\0")) return path;
    context.addIssue({ code: "custom", message: "must be an absolute path, or begin with ~/" });
    return z.NEVER;
  });
}
