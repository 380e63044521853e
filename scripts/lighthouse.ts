// Lighthouse on every page of the demo, as a table, and what each page weighs on its first load, as it crosses the network.
// `npm run bench:lighthouse` installs Lighthouse for the run: it is no dependency. Needs Chromium, or its path in CHROME_PATH.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

const CLI = "collector/dist/cli.js";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** The least score of each, and the most that a first load may weigh, in bytes. */
const LEAST = 95;
const MOST_BYTES = 100_000;
const PAGES = [
  "/",
  "/?range=1y&by=machine",
  "/machines",
  "/machines/1",
  "/machines/add",
  "/limits",
  "/alerts",
  "/alerts/channels/new",
  "/settings",
  "/settings/audit",
  "/password",
];
const FOR_STRANGERS = ["/login", "/share"];

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly title: string; readonly scoreDisplayMode: string }
    >
  >;
}

const only = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "agent-usage-lighthouse-"));
const local = "127.0.0.1:18481";
const env = { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder };
const words = ["serve", "--demo", "--listen", "127.0.0.1:0", "--local", local];
const server = spawn(process.execPath, [CLI, ...words], { env, stdio: ["ignore", "pipe", "ignore"] });
let isGood = true;
try {
  await once(createInterface(server.stdout), "line");
  const origin = `http://${local}`;
  const cookie = await signIn(origin);
  const rows = [
    ...PAGES.map((path) => [path, cookie] as const),
    ...FOR_STRANGERS.map((path) => [path, ""] as const),
  ];
  console.log(
    `| page | ${CATEGORIES.join(" | ")} | first load |\n|---|${"---:|".repeat(CATEGORIES.length + 1)}`,
  );
  for (const [path, as] of rows) {
    if (only.length > 0 && !only.includes(path)) continue;
    const { categories, audits } = await lighthouse(origin + path, as);
    const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
    const bytes = await weigh(origin, path, as);
    isGood &&= scores.every((score) => score >= LEAST) && bytes < MOST_BYTES;
    console.log(`| \`${path}\` | ${scores.join(" | ")} | ${(bytes / 1000).toFixed(1)} kB |`);
    for (const { score, title, scoreDisplayMode } of Object.values(audits))
      if (score === 0 && scoreDisplayMode === "binary") console.log(`  ${title}`);
  }
} finally {
  server.kill();
  await once(server, "close");
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isGood ? 0 : 1;

/** @returns the cookie of an admin */
async function signIn(origin: string): Promise<string> {
  const name = readdirSync(folder).find((each) => each.startsWith("agent-usage-demo-")) ?? "";
  const where = ["--data", join(folder, name)];
  const made = execFileSync(process.execPath, [CLI, "admin", "--local", "--json", ...where], { env });
  const { link } = JSON.parse(made.toString()) as { link: string };
  const { headers } = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ code: link.split("#")[1] ?? "" }),
  });
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function lighthouse(url: string, cookie: string): Promise<Report> {
  const path = join(folder, "report.json");
  const flags = [
    "--quiet",
    "--output=json",
    `--output-path=${path}`,
    `--only-categories=${CATEGORIES.join(",")}`,
    "--chrome-flags=--headless=new --no-sandbox",
    `--extra-headers=${JSON.stringify(cookie === "" ? {} : { Cookie: cookie })}`,
  ];
  execFileSync("lighthouse", [url, ...flags], {
    env: { ...process.env, CHROME_PATH: process.env["CHROME_PATH"] ?? "/usr/bin/chromium" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return JSON.parse(readFileSync(path, "utf8")) as Report;
}

/** The page and all that it loads, compressed as a browser asks for it, without headers. */
async function weigh(origin: string, path: string, cookie: string): Promise<number> {
  const { bytes, text } = await load(origin + path, cookie);
  const loaded = Array.from(text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, href = ""]) => href);
  const others = await Promise.all([...new Set(loaded)].map((href) => load(origin + href, cookie)));
  return others.reduce((sum, other) => sum + other.bytes, bytes);
}

async function load(url: string, cookie: string): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { cookie, "accept-encoding": "gzip" } });
    call.on("error", reject);
    call.on("response", (response) => {
      const isPacked = response.headers["content-encoding"] === "gzip";
      buffer(response).then((body) => {
        resolve({ bytes: body.length, text: (isPacked ? gunzipSync(body) : body).toString() });
      }, reject);
    });
    call.end();
  });
}
