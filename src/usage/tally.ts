import type { DayRange } from "../base/calendar.ts";
import type { Counts, Models } from "../contract.ts";
import type { UsageLine } from "./line.ts";
import type { SeenVersion, Transcript } from "./transcript.ts";

/** The best line of each request over all transcripts, which stand in the order of their paths; among equals the first wins. */
export function bestLines(transcripts: readonly Transcript[]): UsageLine[] {
  const best: UsageLine[] = [];
  const places = new Map<string, number>();
  for (const { requests } of transcripts) {
    for (const line of requests) {
      const place = line.key === "" ? undefined : places.get(line.key);
      const rival = place === undefined ? undefined : best[place];
      if (place === undefined || rival === undefined) {
        if (line.key !== "") places.set(line.key, best.length);
        best.push(line);
      } else if (line.outputTokens > rival.outputTokens) {
        best[place] = line;
      }
    }
  }
  return best;
}

/** Adds the lines up by day and model; lines outside the range are not counted, days without usage left out. */
export function tally(lines: readonly UsageLine[], range: DayRange): Record<string, { models: Models }> {
  const days = range.days.map(() => new Map<string, Counts>());
  for (const line of lines) {
    const models = days[range.indexOf(line.at)];
    if (models === undefined) continue;
    let counts = models.get(line.model);
    if (counts === undefined) {
      counts = emptyCounts();
      models.set(line.model, counts);
    }
    counts.requests++;
    counts.inputTokens = add(counts.inputTokens, line.inputTokens);
    counts.outputTokens = add(counts.outputTokens, line.outputTokens);
    counts.cacheCreationTokens = add(counts.cacheCreationTokens, line.cacheCreationTokens);
    counts.cacheReadTokens = add(counts.cacheReadTokens, line.cacheReadTokens);
  }
  return Object.fromEntries(
    range.days.flatMap((day, index) => {
      const models = days[index];
      return models === undefined || models.size === 0 ? [] : [[day, { models: Object.fromEntries(models) }]];
    }),
  );
}

/** The version on the newest line within the range that has one. */
export function newestVersion(transcripts: readonly Transcript[], range: DayRange): string | null {
  let newest: SeenVersion | undefined;
  for (const { versions } of transcripts) {
    for (const seen of versions.values()) {
      if (range.indexOf(seen.at) !== -1 && (newest === undefined || seen.at > newest.at)) newest = seen;
    }
  }
  return newest?.version ?? null;
}

function emptyCounts(): Counts {
  return { requests: 0, inputTokens: 0, outputTokens: 0, cacheCreationTokens: 0, cacheReadTokens: 0 };
}

/** Sums stop at 2^53-1 (design: Transcripts). */
function add(sum: number, more: number): number {
  return Math.min(sum + more, Number.MAX_SAFE_INTEGER);
}
