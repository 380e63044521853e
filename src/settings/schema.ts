import { isAbsolute, resolve } from "node:path";
import * as z from "zod";
import { LOG_FORMATS, LOG_LEVELS } from "../base/log/levels.ts";
import { expandHome } from "../base/settings/home.ts";
import { CREDENTIALS, type Setting } from "./config.ts";
import { isMisread, NOT_UTF8 } from "./encoding.ts";

/** What each setting must be. Messages never repeat a value: it may be a token in the wrong place. */
export function settingSchemas(home: string, exists?: (path: string) => boolean) {
  const path = pathSchema(home).refine((text) => !isMisread(text, exists), NOT_UTF8);
  return {
    baseUrl,
    collectorCa: path,
    pushTokenFile: path,
    credentials: z.enum(CREDENTIALS, `must be ${CREDENTIALS.join(" or ")}`),
    credentialsPath: path,
    transcriptRoots: z.array(path, "must be a list of folders").min(1, "must name at least one folder"),
    // The state folder gets mode 700, which would lock other users out of the folders above the home.
    stateDir: path.refine((folder) => !isHomeOrAbove(folder, home), "must be a folder of its own"),
    label,
    account: label,
    logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`),
    logFormat: z.enum(LOG_FORMATS, `must be ${LOG_FORMATS.join(" or ")}`),
    alertAt,
    alertCommand: alertCommandSchema(home),
    page: path,
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

const NOT_THRESHOLDS = "must list percents from 1 to 100, and forecast";
const percent = z.int(NOT_THRESHOLDS).min(1, NOT_THRESHOLDS).max(100, NOT_THRESHOLDS);
const alertAt = z
  .array(z.union([percent, z.literal("forecast")], NOT_THRESHOLDS), NOT_THRESHOLDS)
  .min(1, NOT_THRESHOLDS)
  .max(100, NOT_THRESHOLDS);

const NOT_A_COMMAND = 'must be a list of words, such as ["notify-send", "Usage"]';

/** A service has a folder of its own, so a program with a relative path would not be found there. */
function alertCommandSchema(home: string) {
  const word = z.string(NOT_A_COMMAND).regex(/^[^\0]*$/, "must have no NUL character");
  return z.array(word, NOT_A_COMMAND).transform(([program = "", ...args], context) => {
    const path = expandHome(program, () => home);
    if (path !== "" && (isAbsolute(path) || !path.includes("/"))) return [path, ...args];
    const message =
      "must begin with the name of a program, or with a path that is absolute or begins with ~/";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function isHomeOrAbove(folder: string, home: string): boolean {
  const path = resolve(folder);
  return `${resolve(home)}/`.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function pathSchema(home: string) {
  return z.string("must be a path").transform((text, context) => {
    const path = expandHome(text, () => home);
    if (isAbsolute(path) && !path.includes("\0")) return path;
    context.addIssue({ code: "custom", message: "must be an absolute path, or begin with ~/" });
    return z.NEVER;
  });
}
