// node bench/measure/rescan.mjs HOME NOW RUNS: in one process, alternates between `readdir` and `stat` of all files, a scan
// with nothing new, and one with 1 MB appended to a file. Prints the medians in milliseconds, and restores the file.
import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createScanner } from "../../dist/index.js";

const [home = "", now = "", runs = "5"] = process.argv.slice(2);
const root = join(home, ".claude/projects");
/** A scanner remembers a file only if its last change is older than this. */
const SETTLED_MS = 2500;

function statAll(folder, files) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) statAll(path, files);
    else files.push({ path, stat: statSync(path) });
  }
  return files;
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

const files = statAll(root, []).sort((a, b) => a.stat.size - b.stat.size);
const middle = files[Math.floor(files.length / 2)];
const largest = readFileSync(files.at(-1).path).subarray(0, 1_000_000);
const megabyte = largest.subarray(0, largest.lastIndexOf(10) + 1);
const scanner = createScanner({ roots: [root] });
const scan = () => scanner.scan({ now: Number(now) });
await scan();
const times = { stat: [], nothing: [], appended: [] };
try {
  for (let run = 0; run < Number(runs); run++) {
    for (let turn = 0; turn < 3; turn++) {
      times.stat.push(await timed(() => statAll(root, [])));
      times.nothing.push(await timed(scan));
    }
    appendFileSync(middle.path, megabyte);
    utimesSync(middle.path, Number(now) / 1000, Number(now) / 1000);
    times.appended.push(await timed(scan));
    // Until then, every scan reads the file again.
    await wait(SETTLED_MS);
    await scan();
  }
} finally {
  truncateSync(middle.path, middle.stat.size);
  utimesSync(middle.path, middle.stat.atime, middle.stat.mtime);
}
const [statMs, nothingMs, appendedMs] = [times.stat, times.nothing, times.appended].map(median);
console.log(JSON.stringify({ statMs, nothingMs, appendedMs }));
