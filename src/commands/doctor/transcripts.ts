import { vendor } from "#vendor";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import type { Env } from "../../base/edges.ts";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { shellWord } from "../../base/shell-word.ts";
import { describeCode } from "../../base/system-errors.ts";
import { plural } from "../../base/words.ts";
import { type FoundRoots, findRoots, inspectTranscripts } from "../../usage/index.ts";
import { missingRoots } from "../missing-roots.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { settingName } from "./fixes.ts";
import { inspect, isMissing, LIST, type PathInfo } from "./inspect.ts";

export interface TranscriptFacts {
  readonly roots: readonly { readonly path: string; readonly info: PathInfo }[];
  /** Whether a setting names the roots. Then every one of them should exist. */
  readonly areChosen: boolean;
  /** Whether any root exists; if not, where a known coding agent has transcripts. */
  readonly found: FoundRoots;
  /** When each transcript was last written, in epoch milliseconds. */
  readonly writtenAt: readonly number[];
  /** How many folders and transcripts cannot be read. */
  readonly unreadable: number;
  /** The path of the coding agent's settings file. */
  readonly agentSettings: string;
  /** How many days the coding agent keeps transcripts, as its settings have it. */
  readonly retention: unknown;
}

export async function gatherTranscripts(
  paths: readonly string[],
  areChosen: boolean,
  agentSettings: string,
  env: Env,
): Promise<TranscriptFacts> {
  const roots = await Promise.all(paths.map(async (path) => ({ path, info: await inspect(path, LIST) })));
  const { writtenAt, unreadable } = await inspectTranscripts(paths);
  const found = await findRoots(paths, env);
  const settings = parseJson(await readRegularFile(agentSettings).catch(() => ""));
  const retention = isJsonObject(settings) ? settings[vendor.agentSettings.retentionKey] : undefined;
  return { roots, areChosen, found, writtenAt, unreadable, agentSettings, retention };
}

export function judgeTranscripts(facts: TranscriptFacts): Check[] {
  return [...judgeRoots(facts), judgeRetention(facts)];
}

const SETTING = settingName("transcriptRoots");

function judgeRoots(facts: TranscriptFacts): Check[] {
  const id = "transcripts";
  const { roots, areChosen, found, writtenAt, unreadable } = facts;
  const choose = `${areChosen ? "correct" : "set"} ${SETTING}`;
  if (found.status === "missing") {
    const paths = roots.map(({ path }) => path).join(", ");
    if (found.elsewhere !== undefined) {
      const { what, fix = choose } = missingRoots(found, "doctor");
      return [failure(id, `${what}; looked in ${paths}`, fix)];
    }
    const fix = areChosen ? choose : `use the coding agent once, or ${choose}`;
    return [failure(id, `no transcripts folder at ${paths}`, fix)];
  }
  const missing = roots.filter(({ info }) => isMissing(info));
  const closed = roots.filter(({ info }) => !isMissing(info) && !canList(info));
  const problems = [
    ...closed.map(({ path, info }) => failure(id, ...unlistable(path, info, choose))),
    ...(areChosen ? missing : []).map(({ path }) => warning(id, `${path} does not exist`, choose)),
  ];
  if (unreadable > 0 && closed.length === 0) {
    const what = unreadable === 1 ? "1 file or folder" : `${unreadable} files or folders`;
    const folders = roots.filter((root) => !missing.includes(root)).map(({ path }) => shellWord(path));
    problems.push(
      warning(
        id,
        `cannot read ${what} below: no day becomes final until that is fixed`,
        `chmod -R u+rX ${folders.join(" ")}`,
      ),
    );
  }
  return problems.length > 0 ? problems : [ok(id, plural(writtenAt.length, "transcript"))];
}

/** Why a root cannot be listed, and the fix. */
function unlistable(path: string, info: PathInfo, choose: string): [string, string] {
  if (info.status === "failed") {
    return [`cannot check ${path}: ${describeCode(info.code)}`, `check the folders above it, or ${choose}`];
  }
  if (info.kind === "folder") return [`cannot list ${path}`, `chmod u+rx ${shellWord(path)}`];
  return [`${path} is ${info.kind === "file" ? "a file, " : ""}not a folder`, choose];
}

function canList(info: PathInfo): boolean {
  return info.status === "there" && info.kind === "folder" && info.isAllowed;
}

/** A day is final once it is before yesterday. Transcripts that are deleted earlier are never fully counted. */
const MIN_DAYS = 3;

function judgeRetention({ retention, agentSettings }: TranscriptFacts): Check {
  const { retentionKey, retentionDays } = vendor.agentSettings;
  const isSet = typeof retention === "number" && Number.isFinite(retention);
  const kept = isSet ? retention : retentionDays;
  const message = `the coding agent keeps transcripts for ${plural(kept, "day")} (${isSet ? retentionKey : "its default"})`;
  return kept >= MIN_DAYS
    ? ok("retention", message)
    : warning(
        "retention",
        `${message}: they may be deleted before their day is final`,
        `set ${retentionKey} to ${MIN_DAYS} or more in ${shellWord(agentSettings)}`,
      );
}
