// Pages of many machines, and pages that say no: nothing for axe to find, nothing too wide. With AGENT_USAGE_LONG_TESTS=1 every page
// of a thousand machines at five widths, and nothing that a browser complains about.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { runCollector } from "../../../test/support/collector-program.ts";
import { explore } from "../support/explore.ts";
import { joinAll } from "../support/fleet.ts";
import { type SignedIn, signInAdmin, signInWith } from "../support/people.ts";
import { openBrowser, skip, visit } from "./support.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
/** More than the list has on a page. */
const MACHINES = isLong ? 1_000 : 60;
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const browser = (await openBrowser({ after })) as Browser;
const collector = await runCollector({ after });
const admin = await signInAdmin(collector);
const fleet = Array.from({ length: MACHINES }, (_, index) => ({
  label: `machine-${index}`,
  account: `team ${index % 40}`,
  requests: 1 + (index % 50),
  percent: index % 101,
}));
if (skip === false) await joinAll(collector, fleet);

/** What is wrong with a page as it is open. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.evaluate(AXE);
  const found = (await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))`,
  )) as string[];
  const { width = 0 } = page.viewportSize() ?? {};
  return [...(wide > 0 ? [`${wide}px too wide`] : []), ...found].map(
    (fault) => `${path} at ${width}: ${fault}`,
  );
}

const SCREENS = [
  { width: 360, scheme: "light" },
  { width: 1280, scheme: "dark" },
] as const;

test("a list of several pages, and pages for errors and for those without permission, have no fault", {
  skip,
}, async (t) => {
  const { stdout } = await collector.command("person", "add", "--name", "vera", "--role", "viewer", "--json");
  const { link } = JSON.parse(stdout) as { link: string };
  const viewer = await signInWith(collector, "/login", link.split("#")[1] ?? "");
  const paths: readonly (readonly [SignedIn, string, number])[] = [
    [admin, "/machines", 200],
    [viewer, "/machines/add", 403],
    [admin, "/machines?sort=color", 400],
    [admin, "/machines/99999", 404],
  ];
  const { page, context } = await visit(browser, collector, admin, "/login");
  t.after(() => context.close());
  const faults: string[] = [];
  for (const [person, path, status] of paths) {
    const [name = "", value = ""] = person.cookie.split("=", 2);
    await context.addCookies([{ name, value, url: collector.url, secure: true, httpOnly: true }]);
    for (const { width, scheme } of SCREENS) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      assert.equal((await page.goto(collector.url + path))?.status(), status, path);
      faults.push(...(await faultsOf(page, path)));
    }
  }
  assert.deepEqual(faults, []);
});

test("every page of a thousand machines has no fault at any width, light and dark", {
  skip: skip === false && !isLong ? "runs with AGENT_USAGE_LONG_TESTS=1" : skip,
}, async (t) => {
  const { pages, dead } = await explore(admin);
  assert.deepEqual(dead, []);
  const paths = new Map([...pages.keys()].map((path) => [path.replace(/\d+/g, "1"), path])).values();
  const all = [...paths, "/?range=1y&by=machine", "/?by=account&unit=tokens"];
  const { page, context, complaints } = await visit(browser, collector, admin, "/login");
  t.after(() => context.close());
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 375, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of all) {
        await page.goto(collector.url + path);
        faults.push(...(await faultsOf(page, path)));
      }
    }
  }
  assert.deepEqual([...new Set(faults)], []);
  assert.deepEqual(complaints, []);
});
