import { accessSync, constants } from "node:fs";
import { readFile } from "node:fs/promises";
import { vendor } from "#vendor";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { Pacer } from "../../base/pacer.ts";
import type { Days } from "../../contract.ts";
import { realFiles } from "../../usage/files.ts";
import { systemPath } from "../../usage/names.ts";
import { Walker } from "../../usage/walker.ts";
import { type Check, counted, failure, ok, shellWord, warning } from "./check.ts";
import { isMissing, LIST, type Look, lookAt } from "./look.ts";

export interface TranscriptFacts {
  readonly roots: readonly { readonly path: string; readonly look: Look }[];
  /** Whether the roots are the user's own choice: then each is meant to be there. */
  readonly areChosen: boolean;
  readonly count: number;
  /** Folders and transcripts that cannot be read. */
  readonly unreadable: number;
  /** The coding agent's settings file. */
  readonly agentSettings: string;
  /** What it says of the days that transcripts are kept, where it says something. */
  readonly retention: unknown;
}

export async function gatherTranscripts(
  paths: readonly string[],
  areChosen: boolean,
  agentSettings: string,
): Promise<TranscriptFacts> {
  const roots = await Promise.all(paths.map(async (path) => ({ path, look: await lookAt(path, LIST) })));
  const { found, readErrors } = await new Walker(paths, realFiles).walk(0, new Pacer());
  const closed = found.filter(({ path }) => !isReadable(path)).length;
  const settings = parseJson(await readFile(agentSettings, "utf8").catch(() => ""));
  const retention = isJsonObject(settings) ? settings[vendor.agentSettings.retentionKey] : undefined;
  return { roots, areChosen, count: found.length, unreadable: readErrors + closed, agentSettings, retention };
}

function isReadable(path: string): boolean {
  try {
    accessSync(systemPath(path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param days the state's, where there is a state that can be read. */
export function judgeTranscripts(facts: TranscriptFacts, days: Days | undefined): Check[] {
  return [...judgeRoots(facts), judgeRetention(facts), ...(days === undefined ? [] : [frozenSince(days)])];
}

function judgeRoots({ roots, areChosen, count, unreadable }: TranscriptFacts): Check[] {
  const id = "transcripts";
  const missing = roots.filter(({ look }) => isMissing(look));
  const choose = "set transcriptRoots (AGENT_USAGE_TRANSCRIPTS)";
  if (missing.length === roots.length) {
    const where = roots.map(({ path }) => path).join(", ");
    return [failure(id, `no transcripts folder: ${where}`, `use the coding agent once, or ${choose}`)];
  }
  const closed = roots.filter(({ look }) => !isMissing(look) && !isFolderToList(look));
  const complaints = [
    ...closed.map(({ path }) =>
      failure(id, `${path} cannot be read as a folder`, `chmod u+rx ${shellWord(path)}`),
    ),
    ...(areChosen ? missing : []).map(({ path }) => warning(id, `${path} is not there`, choose)),
  ];
  if (unreadable > 0 && closed.length === 0) {
    const message = `${counted(unreadable, "folder or file")} below cannot be read: no day is frozen until they can`;
    const folders = roots.filter((root) => !missing.includes(root)).map(({ path }) => shellWord(path));
    complaints.push(warning(id, message, `chmod -R u+rX ${folders.join(" ")}`));
  }
  return complaints.length > 0 ? complaints : [ok(id, counted(count, "transcript"))];
}

function isFolderToList(look: Look): boolean {
  return look.status === "there" && look.kind === "folder" && look.isAllowed;
}

/** A day is frozen once it lies before yesterday: what goes earlier is never counted whole. */
const FEWEST_DAYS = 3;

function judgeRetention({ retention, agentSettings }: TranscriptFacts): Check {
  const { retentionKey, retentionDays } = vendor.agentSettings;
  const isSet = typeof retention === "number" && Number.isFinite(retention);
  const kept = isSet ? retention : retentionDays;
  const message = `the coding agent keeps transcripts for ${counted(kept, "day")} (${isSet ? retentionKey : "its default"})`;
  return kept >= FEWEST_DAYS
    ? ok("retention", message)
    : warning(
        "retention",
        `${message}: usage may be gone before its day is frozen`,
        `set ${retentionKey} to ${FEWEST_DAYS} or more in ${shellWord(agentSettings)}`,
      );
}

function frozenSince(days: Days): Check {
  const held = Object.entries(days)
    .filter(([, { state, models }]) => state === "frozen" && Object.keys(models).length > 0)
    .map(([day]) => day)
    .sort();
  return ok(
    "frozen",
    held[0] === undefined
      ? "no day with usage is frozen yet"
      : `frozen days since ${held[0]}: ${counted(held.length, "day")} with usage`,
  );
}
