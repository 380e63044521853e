import { isAbsolute, resolve } from "node:path";
import { LOG_FORMATS, LOG_LEVELS } from "../base/log/levels.ts";
import { expandHome } from "../base/settings/home.ts";
import { and, list, ok, oneOf, type Rule, type Ruled, text, wrong } from "../base/settings/rule.ts";
import { CREDENTIALS, type Setting } from "./config.ts";
import { isMisread, NOT_UTF8 } from "./encoding.ts";

const MAX_LABEL = 128;
const CONTROL = /\p{Cc}/u;

/**
 * What each setting must be. Messages never repeat a value: it may be a token in the wrong place. Written without zod, which
 * takes Node longer to load than all that `status` does.
 */
export function settingRules(home: string, exists?: (path: string) => boolean): Record<Setting, Rule> {
  const path = text("must be a path", (given) => readPath(given, home, exists));
  return {
    baseUrl: text("must be a string", readUrl),
    collectorCa: path,
    pushTokenFile: path,
    credentials: oneOf(CREDENTIALS, `must be ${CREDENTIALS.join(" or ")}`),
    credentialsPath: path,
    transcriptRoots: and(list(path, "must be a list of folders"), (roots) =>
      roots.length === 0 ? wrong("must name at least one folder") : ok(roots),
    ),
    // The state folder gets mode 700, which would lock other users out of the folders above the home.
    stateDir: and(path, (folder) =>
      isHomeOrAbove(folder, home) ? wrong("must be a folder of its own") : ok(folder),
    ),
    label: text("must be a string", readLabel),
    account: text("must be a string", readLabel),
    logLevel: oneOf(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`),
    logFormat: oneOf(LOG_FORMATS, `must be ${LOG_FORMATS.join(" or ")}`),
    alertAt: readThresholds,
    alertCommand: and(list(word, NOT_A_COMMAND), (words) => readCommand(words, home)),
    page: path,
  };
}

function readUrl(given: string): Ruled<string> {
  if (!URL.canParse(given)) return wrong("must be an https URL");
  const url = new URL(given);
  if (url.protocol !== "https:") return wrong("must be an https URL: nothing is sent in the clear");
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/]*@|[?#]/.test(given)) {
    return wrong("must have no user, password, query or fragment");
  }
  return ok(`${url.origin}${url.pathname}`.replace(/\/+$/, ""));
}

function readLabel(label: string): Ruled<string> {
  if (label === "") return wrong("must have at least 1 character");
  if (Array.from(label).length > MAX_LABEL) return wrong(`must have at most ${MAX_LABEL} characters`);
  return CONTROL.test(label) ? wrong("must have no control characters") : ok(label);
}

function readThresholds(given: unknown): Ruled<unknown> {
  const isRight =
    Array.isArray(given) && given.length >= 1 && given.length <= 100 && given.every(isThreshold);
  return isRight ? ok(given) : wrong("must list percents from 1 to 100, and forecast");
}

function isThreshold(value: unknown): boolean {
  return value === "forecast" || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100);
}

const NOT_A_COMMAND = 'must be a list of words, such as ["notify-send", "Usage"]';
const word = text(NOT_A_COMMAND, (given) =>
  given.includes("\0") ? wrong("must have no NUL character") : ok(given),
);

/** A service has a folder of its own, so a program with a relative path would not be found there. */
function readCommand([program = "", ...args]: readonly string[], home: string): Ruled<readonly string[]> {
  const path = expandHome(program, () => home);
  if (path !== "" && (isAbsolute(path) || !path.includes("/"))) return ok([path, ...args]);
  return wrong("must begin with the name of a program, or with a path that is absolute or begins with ~/");
}

function isHomeOrAbove(folder: string, home: string): boolean {
  const path = resolve(folder);
  return `${resolve(home)}/`.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function readPath(given: string, home: string, exists?: (path: string) => boolean): Ruled<string> {
  const path = expandHome(given, () => home);
  if (!isAbsolute(path) || path.includes("\0")) return wrong("must be an absolute path, or begin with ~/");
  return isMisread(path, exists) ? wrong(NOT_UTF8) : ok(path);
}
