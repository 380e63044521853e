// node --import tsx bench/corpus/main.ts --seed 1 --files 40 --bytes 20000000 --out DIR [--days 35] [--now ISO] [--unusual] [--mtimes now]
import { parseArgs } from "node:util";
import { UNUSUAL } from "./options.ts";
import { writeCorpus } from "./write.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "40" },
    bytes: { type: "string", default: "20000000" },
    days: { type: "string", default: "35" },
    now: { type: "string", default: "2026-11-20T18:00:00Z" },
    mtimes: { type: "string", default: "last-line" },
    unusual: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const { out, mtimes } = values;
const now = Date.parse(values.now);
const [seed, files, bytes, days] = [values.seed, values.files, values.bytes, values.days].map(Number);
if (out === undefined || seed === undefined || !files || !bytes || !days || Number.isNaN(now)) {
  console.error(
    "usage: main.ts --seed N --files N --bytes N --out DIR [--days N] [--now ISO] [--unusual] [--mtimes now]",
  );
  process.exit(64);
}
if (mtimes !== "now" && mtimes !== "last-line") {
  console.error("--mtimes must be now or last-line");
  process.exit(64);
}

const parameters = { seed, files, bytes, days, now, mtimes } as const;
const started = performance.now();
const { days: found, ...totals } = writeCorpus(out, { ...(values.unusual ? UNUSUAL : {}), ...parameters });
const models = Object.values(found).flatMap((day) => Object.values(day.models));
const sum = (field: keyof (typeof models)[number]): number =>
  models.reduce((total, counts) => total + (counts[field] ?? 0), 0);
const expected = {
  ...totals,
  daysWithUsage: Object.keys(found).length,
  requests: sum("requests"),
  inputTokens: sum("inputTokens"),
  outputTokens: sum("outputTokens"),
  cacheCreationTokens: sum("cacheCreationTokens"),
  cacheReadTokens: sum("cacheReadTokens"),
  cacheCreation1hTokens: sum("cacheCreation1hTokens"),
};
const seconds = Math.round(performance.now() - started) / 1000;
console.log(JSON.stringify({ parameters, unusual: values.unusual, expected, seconds }, null, 2));
