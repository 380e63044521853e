import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Corpus, writeCorpus } from "../corpus/write.ts";

/** The size of a corpus, which is also its name. */
export interface CorpusSize {
  readonly files: number;
  readonly megabytes: number;
}

export const SEED = 1;
/** Goes up with what is generated, so that no old corpus is used. */
const GENERATION = 3;
export const NOW = Date.parse("2026-11-20T18:00:00Z");

/** For programs with the real clock: the transcripts they read have to be recent. */
export function yesterday(): number {
  return new Date().setUTCHours(-6, 0, 0, 0);
}

export interface WrittenCorpus extends Corpus {
  /** A home folder, with the transcripts in `.claude/projects`. */
  readonly home: string;
  readonly name: string;
}

/** The corpus of a size in a folder. Generated unless it is there from an earlier run. */
export async function corpusOf(
  folder: string,
  { files, megabytes }: CorpusSize,
  now: number = NOW,
): Promise<WrittenCorpus> {
  const name = `seed ${SEED}, ${files} files, ${megabytes} MB`;
  const day = now === NOW ? "" : `-${new Date(now).toISOString().slice(0, 10)}`;
  const home = join(folder, `${GENERATION}-${SEED}-${files}-${megabytes}${day}`);
  const truth = join(home, "truth.json");
  if (!existsSync(truth)) {
    const options = { seed: SEED, files, bytes: megabytes * 1e6, now };
    const corpus = writeCorpus(join(home, ".claude", "projects"), options);
    await writeFile(truth, JSON.stringify(corpus));
  }
  return { ...(JSON.parse(await readFile(truth, "utf8")) as Corpus), home, name };
}
