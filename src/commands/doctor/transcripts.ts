import { vendor } from "#vendor";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { plural } from "../../base/words.ts";
import { inspectTranscripts } from "../../usage/index.ts";
import { type Check, failure, ok, shellWord, warning } from "./check.ts";
import { inspect, isMissing, LIST, type PathInfo } from "./inspect.ts";

export interface TranscriptFacts {
  readonly roots: readonly { readonly path: string; readonly info: PathInfo }[];
  /** Whether the roots are the user's own choice: then each is meant to be there. */
  readonly areChosen: boolean;
  /** When each transcript was last written, in epoch milliseconds. */
  readonly writtenAt: readonly number[];
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
  const roots = await Promise.all(paths.map(async (path) => ({ path, info: await inspect(path, LIST) })));
  const { writtenAt, unreadable } = await inspectTranscripts(paths);
  const settings = parseJson(await readRegularFile(agentSettings).catch(() => ""));
  const retention = isJsonObject(settings) ? settings[vendor.agentSettings.retentionKey] : undefined;
  return {
    roots,
    areChosen,
    writtenAt,
    unreadable,
    agentSettings,
    retention,
  };
}

export function judgeTranscripts(facts: TranscriptFacts): Check[] {
  return [...judgeRoots(facts), judgeRetention(facts)];
}

/** Whether there is no folder at all to find transcripts in. */
export function hasNoRoot({ roots }: TranscriptFacts): boolean {
  return roots.every(({ info }) => isMissing(info));
}

const CHOOSE = "set transcriptRoots (AGENT_USAGE_TRANSCRIPTS)";

function judgeRoots(facts: TranscriptFacts): Check[] {
  const id = "transcripts";
  const { roots, areChosen, writtenAt, unreadable } = facts;
  const choose = areChosen ? `${CHOOSE} right` : CHOOSE;
  if (hasNoRoot(facts)) {
    const where = roots.map(({ path }) => path).join(", ");
    const fix = areChosen ? choose : `use the coding agent once, or ${choose}`;
    return [failure(id, `no transcripts folder: ${where}`, fix)];
  }
  const missing = roots.filter(({ info }) => isMissing(info));
  const closed = roots.filter(({ info }) => !isMissing(info) && !isFolderToList(info));
  const complaints = [
    ...closed.map(({ path, info }) => failure(id, ...misplacedOrClosed(path, info, choose))),
    ...(areChosen ? missing : []).map(({ path }) => warning(id, `${path} is not there`, choose)),
  ];
  if (unreadable > 0 && closed.length === 0) {
    const message = `${plural(unreadable, "folder or file")} below cannot be read: no day is frozen until they can`;
    const folders = roots.filter((root) => !missing.includes(root)).map(({ path }) => shellWord(path));
    complaints.push(warning(id, message, `chmod -R u+rX ${folders.join(" ")}`));
  }
  return complaints.length > 0 ? complaints : [ok(id, plural(writtenAt.length, "transcript"))];
}

/** What is said of a root that is no folder to list, and the fix. */
function misplacedOrClosed(path: string, info: PathInfo, choose: string): [string, string] {
  if (info.status === "failed") {
    return [`${path} cannot be looked at (${info.code})`, `see to the folders above it, or ${choose}`];
  }
  if (info.kind === "folder") return [`${path} cannot be listed`, `chmod u+rx ${shellWord(path)}`];
  return [`${path} is ${info.kind === "file" ? "a file, " : ""}no folder`, choose];
}

function isFolderToList(info: PathInfo): boolean {
  return info.status === "there" && info.kind === "folder" && info.isAllowed;
}

/** A day is frozen once it lies before yesterday: what goes earlier is never counted whole. */
const FEWEST_DAYS = 3;

function judgeRetention({ retention, agentSettings }: TranscriptFacts): Check {
  const { retentionKey, retentionDays } = vendor.agentSettings;
  const isSet = typeof retention === "number" && Number.isFinite(retention);
  const kept = isSet ? retention : retentionDays;
  const message = `the coding agent keeps transcripts for ${plural(kept, "day")} (${isSet ? retentionKey : "its default"})`;
  return kept >= FEWEST_DAYS
    ? ok("retention", message)
    : warning(
        "retention",
        `${message}: usage may be gone before its day is frozen`,
        `set ${retentionKey} to ${FEWEST_DAYS} or more in ${shellWord(agentSettings)}`,
      );
}
