// Makes docs/images/ again: the page of `agent-usage report --html`, light and dark, as the built program writes it on a
// made-up home at a fixed time. Needs chromium, or the path of another browser of its family in CHROMIUM.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeHome } from "./picture-home.ts";

/** Friday, 11:33 in Toronto. */
const NOW = Date.parse("2026-11-20T16:33:30.000Z");
const WIDTH = 1100;
const HEIGHT = 1340;
const SCHEMES = { dark: 0, light: 1 } as const;
const FOLDER = "docs/images";

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

function takePicture(page: string, scheme: keyof typeof SCHEMES, folder: string): void {
  const browser = process.env["CHROMIUM"] ?? "chromium";
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--hide-scrollbars",
    `--user-data-dir=${join(folder, scheme)}`,
    `--window-size=${WIDTH},${HEIGHT}`,
    `--blink-settings=preferredColorScheme=${SCHEMES[scheme]}`,
    `--screenshot=${join(FOLDER, `report-${scheme}.png`)}`,
    `file://${page}`,
  ];
  execFileSync(browser, options, { env: { PATH: process.env["PATH"], HOME: folder }, stdio: "ignore" });
}

const folder = mkdtempSync(join(tmpdir(), "agent-usage-pictures-"));
try {
  const home = join(folder, "home");
  const page = join(folder, "page.html");
  await writeHome(home, NOW);
  writePage(home, page);
  mkdirSync(FOLDER, { recursive: true });
  for (const scheme of ["light", "dark"] as const) takePicture(page, scheme, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
