// The server time of every page of a large fleet, printed as a table.
// npm run bench:pages -- [--machines N] [--times N] [--cli FILE of another build, to compare] [--only PART of a path]
import { cpus } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { torontoDay } from "../src/base/calendar.ts";
import { measurePages, type PageMeasured } from "./collector/pages.ts";
import { filledFolder } from "./collector/pages-fill.ts";

const { values } = parseArgs({
  options: {
    machines: { type: "string", default: "10000" },
    times: { type: "string", default: "8" },
    cli: { type: "string", multiple: true, default: ["collector/dist/cli.js"] },
    only: { type: "string", default: "" },
  },
});

const today = torontoDay(Date.now());
const RANGES = ["range=7d", "range=30d", "range=90d", "range=1y", "from=2026-05-17&to=2026-09-03"];
const GROUPINGS = ["model", "machine", "account"];
const YEAR = "range=1y";
const API = [`from=${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, "from=2026-05-17&to=2026-09-03"];
const FILTERS = ["account=team-7%40example.com", "machine=77", "model=claude-opus-5"];

const paths = [
  ...RANGES.flatMap((range) => GROUPINGS.map((by) => `/?${range}&by=${by}`)),
  ...FILTERS.flatMap((filter) => GROUPINGS.map((by) => `/?${YEAR}&by=${by}&${filter}`)),
  ...RANGES.map((range) => `/machines?${range}`),
  `/machines?${YEAR}&sort=name&page=100`,
  "/machines?q=machine-99",
  "/machines?account=team-7%40example.com",
  ...RANGES.map((range) => `/machines/77?${range}`),
  ...RANGES.slice(0, 4).map((range) => `/limits?${range}`),
  "/limits?q=team-39",
  "/alerts",
  "/settings",
  ...GROUPINGS.map((by) => `/overview.csv?${YEAR}&by=${by}`),
  `/machines.csv?${YEAR}`,
  `/machines/77.json?${YEAR}`,
  ...API.flatMap((range) =>
    ["model", "machine", "account", "day,model", "account,model"].map(
      (by) => `/api/v1/usage?${range}&by=${by}&cost=1`,
    ),
  ),
].filter((path) => path.includes(values.only));

const data = await filledFolder(Number(values.machines), today);
const builds: Awaited<ReturnType<typeof measurePages>>[] = [];
for (const cli of values.cli)
  builds.push(await measurePages(resolve(cli), data, paths, Number(values.times)));

console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`);
console.log(
  `${values.machines} machines, 365 days until ${today}; times in ms; CPU is the server's for one request\n`,
);
const head = ["p50", "p95", "max", "CPU", "kB", "push p99", "push max"];
console.log(`| path | ${values.cli.map(() => head.join(" | ")).join(" | ")} |`);
console.log(`|---|${"---:|".repeat(head.length * builds.length)}`);
for (const [index, path] of paths.entries()) {
  const cells = builds.flatMap(({ pages }) => cellsOf(pages[index]));
  console.log(`| \`${path}\` | ${cells.join(" | ")} |`);
}
for (const [index, { pages, megabytes }] of builds.entries()) {
  const all = pages.flatMap(({ times }) => times).sort((a, b) => a - b);
  const pushes = pages.flatMap((page) => page.pushes).sort((a, b) => a - b);
  const [p95, p99, most] = [at(all, 0.95), at(pushes, 0.99), at(pushes, 1)];
  const memory = `memory ${megabytes.before} MB before the first page, ${megabytes.after} MB after the last`;
  console.log(`\n${values.cli[index]}: all pages p95 ${p95}; pushes p99 ${p99}, max ${most}; ${memory}`);
}

function cellsOf(page: PageMeasured | undefined): (string | number)[] {
  if (page === undefined) return head.map(() => "");
  const { times, cpuMs, bytes, pushes } = page;
  const kilobytes = (bytes / 1_000).toFixed(1);
  return [
    at(times, 0.5),
    at(times, 0.95),
    at(times, 1),
    Math.round(cpuMs),
    kilobytes,
    at(pushes, 0.99),
    at(pushes, 1),
  ];
}

/** The value that a share of all is at most. */
function at(inOrder: readonly number[], share: number): number {
  return Math.round(inOrder[Math.max(0, Math.ceil(inOrder.length * share) - 1)] ?? 0);
}
