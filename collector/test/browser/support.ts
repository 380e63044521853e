// A browser that looks at a running collector: Chromium of the system, started once for each test file.
import { spawnSync } from "node:child_process";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { RunningCollector } from "../../../test/support/collector-program.ts";
import type { Cleanup } from "../../../test/support/folder.ts";
import type { SignedIn } from "../support/people.ts";

const found = spawnSync("sh", ["-c", "command -v chromium || command -v chromium-browser"], {
  encoding: "utf8",
}).stdout.trim();

/** For tests that need a browser. */
export const skip: false | string =
  found === "" && "Chromium is not installed (Debian: apt-get install chromium)";

/** Undefined where there is none: every test is skipped then. */
export async function openBrowser(t: Cleanup): Promise<Browser | undefined> {
  if (found === "") return undefined;
  const browser = await chromium.launch({ executablePath: found, args: ["--no-sandbox"] });
  t.after(() => browser.close());
  return browser;
}

export interface Visiting {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained about: errors of scripts, and what the policy of the pages refused. */
  readonly complaints: string[];
}

/** Opens a page as someone who is signed in. */
export async function visit(
  browser: Browser,
  collector: RunningCollector,
  { cookie }: Pick<SignedIn, "cookie">,
  path: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Visiting> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  const [name = "", value = ""] = cookie.split("=", 2);
  await context.addCookies([{ name, value, url: collector.url, secure: true, httpOnly: true }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(collector.url + path);
  return { page, context, complaints };
}
