// Makes the collector's pictures in docs/images/ again: its pages, light and dark, on the data of `--demo` at a fixed
// time. Needs chromium, or the path of another browser of its family in CHROMIUM.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CAST, fillPast } from "../collector/src/demo/index.ts";
import { openStore } from "../collector/src/store/index.ts";
import { makeCertificate } from "../test/support/certificate.ts";

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
] as const;

/** What is used of playwright-core: its types need those of a page, which programs do not have. */
interface Page {
  goto(url: string): Promise<unknown>;
  waitForURL(isThere: (url: URL) => boolean): Promise<void>;
  emulateMedia(media: { colorScheme: string }): Promise<void>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  screenshot(how: { path: string }): Promise<unknown>;
}
interface Library {
  readonly chromium: {
    launch(how: object): Promise<{ newPage(how: object): Promise<Page>; close(): Promise<void> }>;
  };
}
const LIBRARY: string = "playwright-core";

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

async function fill(data: string): Promise<void> {
  const database = `sqlite:${join(data, "collector.db")}`;
  const opened = await openStore({ database, makeAuthority: async () => ({ certificate: "", key: "" }) });
  if (opened.status !== "open") throw new Error(`no database for the pictures: ${opened.status}`);
  const scene = { seed: 1, now: NOW, days: 365, cast: CAST };
  const filled = await fillPast(opened.store, scene, new AbortController().signal);
  await opened.store.close();
  if (filled.status !== "filled") throw new Error(`the demo was ${filled.status}`);
}

async function takePictures(data: string): Promise<void> {
  const env = { PATH: process.env["PATH"], HOME: folder, TZ: "America/Toronto" };
  const { cert, key } = await makeCertificate();
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  const tls = ["--tls-cert", certFile, "--tls-key", keyFile];
  const words = ["serve", "--data", data, "--listen", "127.0.0.1:0", "--local", "off", ...tls];
  const server = spawn(process.execPath, ["--import", STOPPED_CLOCK, CLI, ...words], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(createInterface(server.stdout), "line");
    const made = execFileSync(process.execPath, [CLI, "admin", "--json", "--data", data], { env });
    const { link } = JSON.parse(made.toString()) as { link: string };
    const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
    const { chromium } = (await import(LIBRARY)) as Library;
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
