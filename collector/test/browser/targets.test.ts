// What can be pressed is large enough for a finger, and no page is wider than the screen.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Browser } from "playwright-core";
import { runCollector } from "../../../test/support/collector-program.ts";
import { furnish } from "../support/furnish.ts";
import { signInAdmin } from "../support/people.ts";
import { openBrowser, skip, visit } from "./support.ts";

/** Of WCAG 2.2, in CSS pixels. A box to tick is as large as its label. */
const LEAST = 24;
const PAGES = [
  "/",
  "/machines",
  "/machines/1",
  "/limits",
  "/alerts",
  "/alerts/channels/new",
  "/alerts/rules/edit",
  "/settings",
  "/settings/share?page=/",
  "/settings/audit",
  "/nothing/here",
];

const browser = (await openBrowser({ after })) as Browser;
const collector = await runCollector({ after });
const admin = await signInAdmin(collector);
await furnish(collector, admin);

for (const width of [1280, 768, 375]) {
  test(`every link, button and field is at least ${LEAST} pixels high at ${width}`, { skip }, async (t) => {
    const { page, context } = await visit(browser, collector, admin, "/", {
      viewport: { width, height: 800 },
    });
    t.after(() => context.close());
    for (const path of PAGES) {
      await page.goto(collector.url + path);
      const found = await page.evaluate((least) => {
        const small = [...document.querySelectorAll("a, button, summary, select, input, label.check")]
          .filter((element) => element.checkVisibility() && !element.matches(".skip, label.check *"))
          .map((element) => ({ element, height: element.getBoundingClientRect().height }))
          .filter(({ height }) => height > 0 && height < least)
          .map(({ element, height }) => `${element.tagName} ${element.textContent?.trim()}: ${height}`);
        return { small, tooWide: document.documentElement.scrollWidth - innerWidth };
      }, LEAST);
      assert.deepEqual(found, { small: [], tooWide: 0 }, path);
    }
  });
}
