// Makes docs/images/ again, light and dark: the page of `agent-usage report --html` as the built program writes it on a
// made-up home at a fixed time, and `agent-usage status` in a terminal. Needs chromium, or the path of another browser of its family in CHROMIUM.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleStatus } from "../test/support/samples.ts";
import { terminal } from "../test/support/screens.ts";
import { writeHome } from "./picture-home.ts";
import { terminalPage } from "./terminal-page.ts";

/** Friday, 11:33 in Toronto. */
const NOW = Date.parse("2026-11-20T16:33:30.000Z");
/** Width and height. */
const REPORT_SIZE = [1100, 1340] as const;
const STATUS_SIZE = [780, 330] as const;
const SCHEMES = { dark: 0, light: 1 } as const;
const FOLDER = "docs/images";
const COLUMNS = 80;

/** A module that sets a program's clock to `now`; it runs on from there. */
const clockModule = (now: number) =>
  `data:text/javascript,${encodeURIComponent(
    `const Real = Date, ahead = ${now} - Real.now();
     globalThis.Date = class extends Real {
       constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ahead); }
       static now() { return Real.now() + ahead; }
     };`,
  )}`;

function writePage(home: string, page: string): void {
  const env = { PATH: process.env["PATH"], HOME: home, TZ: "America/Toronto", AGENT_USAGE_LABEL: "laptop" };
  const command = ["--import", clockModule(NOW), "dist/cli.js", "report", "--html", page];
  execFileSync(process.execPath, command, { env, stdio: "inherit" });
}

interface Picture {
  readonly name: string;
  readonly page: string;
  readonly size: readonly [width: number, height: number];
}

function takePicture({ name, page, size }: Picture, scheme: keyof typeof SCHEMES, folder: string): void {
  const browser = process.env["CHROMIUM"] ?? "chromium";
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--hide-scrollbars",
    `--user-data-dir=${join(folder, `${name}-${scheme}`)}`,
    `--window-size=${size.join(",")}`,
    `--blink-settings=preferredColorScheme=${SCHEMES[scheme]}`,
    `--screenshot=${join(FOLDER, `${name}-${scheme}.png`)}`,
    `file://${page}`,
  ];
  execFileSync(browser, options, { env: { PATH: process.env["PATH"], HOME: folder }, stdio: "ignore" });
}

const folder = mkdtempSync(join(tmpdir(), "agent-usage-pictures-"));
try {
  const home = join(folder, "home");
  const report = { name: "report", page: join(folder, "report.html"), size: REPORT_SIZE };
  const status = { name: "status", page: join(folder, "status.html"), size: STATUS_SIZE };
  await writeHome(home, NOW);
  writePage(home, report.page);
  const printed = sampleStatus({ ...terminal(COLUMNS), hasColor: true });
  writeFileSync(status.page, terminalPage("agent-usage status", printed));
  mkdirSync(FOLDER, { recursive: true });
  for (const scheme of ["light", "dark"] as const) {
    for (const picture of [report, status]) takePicture(picture, scheme, folder);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
