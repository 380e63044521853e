// What the script adds to pages, in a real browser: tooltips, arrow keys, views in place, refresh.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { runCollector } from "../../../test/support/collector-program.ts";
import { joinAll } from "../support/fleet.ts";
import { signInAdmin } from "../support/people.ts";
import { openBrowser, skip, visit } from "./support.ts";

const browser = (await openBrowser({ after })) as Browser;
const collector = await runCollector({ after });
const admin = await signInAdmin(collector);
const HOSTILE = "<img src=x onerror=alert(1)>";
await joinAll(collector, [
  { label: HOSTILE, account: "a", requests: 10, percent: 40 },
  { label: "laptop: two", account: "b", requests: 40, percent: 20 },
]);
const CHART = "svg[data-chart]";
const BY_MACHINE = "/?range=7d&by=machine";

test("a column under the pointer shows what it holds, the most first, and hostile names as text", {
  skip,
}, async (t) => {
  const { page, context, complaints } = await visit(browser, collector, admin, BY_MACHINE);
  t.after(() => context.close());
  await page.locator(`${CHART} [data-point]`).last().hover();
  const tip = page.locator(".tip");
  await tip.waitFor();
  const lines = await tip.locator("div span").allTextContents();
  assert.deepEqual(lines, ["In all", "laptop: two", HOSTILE]);
  assert.match(await tip.innerText(), /\d{4}[\s\S]*\$\d+\.\d\d[\s\S]*Today so far/);
  const box = await tip.boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 1280);
  await page.mouse.move(5, 5);
  assert.equal(await tip.isVisible(), false);
  assert.deepEqual(complaints, []);
});

test("the arrow keys, Home and End go through the columns, and say each one", { skip }, async (t) => {
  const { page, context } = await visit(browser, collector, admin, BY_MACHINE);
  t.after(() => context.close());
  const readout = page.locator("[data-readout]");
  const said = () => readout.textContent();
  await page.locator(".choices a").last().focus();
  for (let presses = 0; presses < 10 && !(await isChartFocused(page)); presses++) {
    await page.keyboard.press("Tab");
  }
  const last = await said();
  assert.match(last ?? "", /In all: \$.*laptop: two: \$.*Today so far/);
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await said(), last);
  await page.keyboard.press("Home");
  assert.match((await said()) ?? "", /, No data$/);
  await page.keyboard.press("ArrowLeft");
  assert.match((await said()) ?? "", /, No data$/);
  assert.equal(await page.locator(".tip").isVisible(), true);
  await page.keyboard.press("End");
  assert.equal(await said(), last);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".tip").isVisible(), false);
});

test("another range is shown in place: open details, scroll position and focus stay, and Back leads back", {
  skip,
}, async (t) => {
  const { page, context } = await visit(browser, collector, admin, "/");
  t.after(() => context.close());
  await page.locator("#table-usage summary").click();
  const link = page.getByRole("link", { name: "7 days", exact: true });
  await link.focus();
  const before = await page.evaluate("[scrollY, (window.mark = true)]");
  await page.keyboard.press("Enter");
  await page.waitForURL(/range=7d/);
  await page.locator("#table-usage tbody tr").nth(7).waitFor({ state: "detached" });
  assert.equal(await page.locator("#table-usage tbody tr").count(), 7);
  assert.equal(await page.locator("#table-usage").getAttribute("open"), "");
  assert.deepEqual(await page.evaluate("[scrollY, window.mark]"), before);
  assert.equal(await page.evaluate("document.activeElement.textContent"), "7 days");
  await page.goBack();
  await page.locator("#table-usage tbody tr").nth(29).waitFor();
});

test("days entered by the keyboard are shown once the form is left, not while they are typed", {
  skip,
}, async (t) => {
  const { page, context } = await visit(browser, collector, admin, "/");
  t.after(() => context.close());
  await page.getByLabel("From", { exact: true }).focus();
  await page.keyboard.type("11012026");
  assert.equal(new URL(page.url()).search, "");
  await page.getByLabel("To", { exact: true }).focus();
  assert.equal(new URL(page.url()).search, "");
  await page.keyboard.press("Enter");
  await page.waitForURL(/from=2026-11-01&to=\d{4}-\d\d-\d\d/);
  assert.equal(await page.getByLabel("From", { exact: true }).inputValue(), "2026-11-01");
});

test("a page refreshes itself every minute, keeps what is open, and says when the collector does not answer", {
  skip,
}, async (t) => {
  const { page, context } = await visit(browser, collector, admin, "/login");
  t.after(() => context.close());
  await page.clock.install();
  await page.goto(collector.url + BY_MACHINE);
  const age = page.locator("[data-age]");
  assert.equal(await age.textContent(), "Updated just now");
  await page.locator("#table-by-machine summary").click();
  await joinAll(collector, [{ label: "third", account: "c", requests: 7 }], 7);
  await page.clock.fastForward(61_000);
  await page.locator("#table-by-machine tbody tr").nth(2).waitFor();
  assert.equal(await page.locator("#table-by-machine").getAttribute("open"), "");
  assert.equal(await age.textContent(), "Updated just now");
  await context.setOffline(true);
  await page.clock.fastForward(61_000);
  await page.locator("[data-age] [role=status]").waitFor();
  assert.equal(await age.textContent(), "Not up to date: updated 1 min ago. The collector does not answer.");
  assert.equal(await page.locator("#table-by-machine tbody tr").count(), 3);
});

test("a link to sign in that is pasted into a tab with the page to sign in signs in", { skip }, async (t) => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${collector.url}/login`);
  const { link } = JSON.parse((await collector.command("admin", "--json")).stdout) as { link: string };
  await page.goto(link);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  assert.equal(new URL(page.url()).hash, "");
});

test("without JavaScript everything is there, and the form of days works", { skip }, async (t) => {
  const { page, context } = await visit(browser, collector, admin, "/", { javaScriptEnabled: false });
  t.after(() => context.close());
  await page.getByLabel("From", { exact: true }).fill("2026-11-01");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/from=2026-11-01/);
  assert.equal(await page.locator(`${CHART} [data-point] title`).first().count(), 1);
});

function isChartFocused(page: Page): Promise<boolean> {
  return page.evaluate(`document.activeElement.matches("${CHART}")`);
}
