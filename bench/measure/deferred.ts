import fs from "node:fs";
import { join } from "node:path";
import { Kernel } from "../../src/usage/kernel/kernel.ts";
import { Pacer } from "../../src/usage/pacer.ts";
import { corpusOf } from "./corpora.ts";
import type { Row } from "./row.ts";

/** How many lines that count have a value that the kernel leaves to `JSON.parse`. */
export async function deferredLines(folder: string): Promise<Row> {
  const corpus = await corpusOf(folder, { files: 4000, megabytes: 2000 });
  const root = join(corpus.home, ".claude/projects");
  const kernel = new Kernel();
  const pacer = new Pacer();
  const lines = { plain: 0, decoded: 0 };
  const sink = {
    plain: () => lines.plain++,
    decoded: () => lines.decoded++,
    advisorCall: () => {},
    skipped: () => {},
  };
  for (const name of fs.readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".jsonl")) continue;
    const descriptor = fs.openSync(join(root, name), "r");
    await kernel.read(descriptor, fs.fstatSync(descriptor).size, sink, fs, pacer);
    fs.closeSync(descriptor);
  }
  const what = "usage lines with a value left to JSON.parse";
  const ours = `${lines.decoded} of ${lines.plain + lines.decoded}`;
  return { what, ours, reference: "", ratio: "", goal: "", corpus: corpus.name };
}
