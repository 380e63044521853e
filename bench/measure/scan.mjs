// node bench/measure/scan.mjs HOME NOW: scans once from scratch. Prints the result and the longest block of the event loop.
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { scanUsage } from "../../dist/index.js";

const [home = "", now = ""] = process.argv.slice(2);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const { days, files, skippedLines } = await scanUsage({
  roots: [join(home, ".claude/projects")],
  now: Number(now),
});
delay.disable();
console.log(JSON.stringify({ days, files, skippedLines, longestBlockMs: delay.max / 1e6 }));
