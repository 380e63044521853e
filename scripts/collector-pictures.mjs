// Makes the collector's pictures in docs/images/ again: its pages, light and dark, on the data of `--demo` at a fixed time. Run
// with tsx. Needs chromium, or the path of another browser of its family in CHROMIUM.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { CAST, fillPast } from "../collector/src/demo/index.ts";
import { openStore } from "../collector/src/store/index.ts";
import { makeAuthority } from "../collector/src/tls/index.ts";

/** Friday, 11:33 in Toronto. */
const NOW = Date.parse("2026-11-20T16:33:30.000Z");
const CLI = "collector/dist/cli.js";
const FOLDER = "docs/images";
const WIDTH = 1280;
/** Each page, and how much of it is shown. */
const PAGES = [
  { name: "overview", path: "/", height: 1180 },
  { name: "limits", path: "/limits", height: 1000 },
  { name: "alerts", path: "/alerts", height: 1060 },
];

/** A module that stops a program's clock, so that nothing on a page depends on how long it took to be shown. */
const STOPPED_CLOCK = `data:text/javascript,${encodeURIComponent(
  `const Real = Date;
   globalThis.Date = class extends Real {
     constructor(...given) { given.length > 0 ? super(...given) : super(${NOW}); }
     static now() { return ${NOW}; }
   };`,
)}`;

const folder = mkdtempSync(join(tmpdir(), "agent-usage-pictures-"));
try {
  const data = join(folder, "collector");
  mkdirSync(data, { mode: 0o700 });
  await fill(data);
  await takePictures(data);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fill(data) {
  const database = `sqlite:${join(data, "collector.db")}`;
  const opened = await openStore({ database, makeAuthority: () => makeAuthority(NOW) });
  if (opened.status !== "open") throw new Error(`no database for the pictures: ${opened.status}`);
  const scene = { seed: 1, now: NOW, days: 365, cast: CAST };
  const filled = await fillPast(opened.store, scene, new AbortController().signal);
  await opened.store.close();
  if (filled.status !== "filled") throw new Error(`the demo was ${filled.status}`);
}

async function takePictures(data) {
  const env = { PATH: process.env["PATH"], HOME: folder, TZ: "America/Toronto" };
  const words = ["serve", "--data", data, "--listen", "127.0.0.1:0", "--local", "off"];
  const server = spawn(process.execPath, ["--import", STOPPED_CLOCK, CLI, ...words], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(createInterface(server.stdout), "line");
    const made = execFileSync(process.execPath, [CLI, "admin", "--json", "--data", data], { env });
    const { link } = JSON.parse(made.toString());
    const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    const page = await browser.newPage({ timezoneId: env.TZ, locale: "en-CA", ignoreHTTPSErrors: true });
    await page.goto(link);
    await page.waitForURL(({ pathname }) => pathname !== "/login");
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const { name, path, height } of PAGES) {
        await page.setViewportSize({ width: WIDTH, height });
        await page.goto(new URL(path, link).href);
        await page.screenshot({ path: join(FOLDER, `collector-${name}-${colorScheme}.png`) });
      }
    }
    await browser.close();
  } finally {
    server.kill();
    await once(server, "close");
  }
}
