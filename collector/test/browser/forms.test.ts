// Every form of every page, in a browser: by the keyboard alone, from a foreign origin, and by those who may not send it. The
// forms are found by following links from the overview (../every-form.test.ts: they are all that the server knows).
import assert from "node:assert/strict";
import { createServer } from "node:https";
import { after, test } from "node:test";
import type { Browser, Page, Request } from "playwright-core";
import { makeCertificate } from "../../../test/support/certificate.ts";
import { runCollector } from "../../../test/support/collector-program.ts";
import { listen } from "../../../test/support/loopback.ts";
import { explore, formsIn } from "../support/explore.ts";
import { furnish } from "../support/furnish.ts";
import { signedInBy, signInAdmin, signInWith } from "../support/people.ts";

import { openBrowser, skip, visit } from "./support.ts";

const browser = (await openBrowser({ after })) as Browser;
const collector = await runCollector({ after });
const admin = await signInAdmin(collector);
await furnish(collector, admin);
const found = await explore(admin);
const posts = found.forms.filter(({ route }) => route.startsWith("POST"));
const linkOf = async (...words: string[]) =>
  (JSON.parse((await collector.command(...words, "--json")).stdout) as { link: string }).link.split("#")[1] ??
  "";

/** What everybody may do with their own account. */
const OWN = ["POST /logout", "POST /password", "POST /settings/sessions/end"];

/** For a form that is never sent, in milliseconds. */
const PATIENCE_MS = 120_000;

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";

/** Every page with a form of its own. Unless the long tests run, the first of each kind: a browser takes long for each. */
function walkedPages(): string[] {
  const shown = [...new Set(found.forms.map(({ page }) => page)), "/login", "/share"];
  const kindOf = (path: string) => path.split(/[/?]/)[1] ?? "";
  return isLong ? shown : [...new Map(shown.toReversed().map((path) => [kindOf(path), path])).values()];
}

test("the forms of one page of each kind can be filled in and sent by the keyboard alone; the long tests try every page", {
  skip,
}, async (t) => {
  const { page: first, context } = await visit(browser, collector, admin, "/settings");
  t.after(() => context.close());
  const storage = await context.storageState();
  await first.close();
  for (const path of walkedPages()) {
    // A tab of its own: what a page sends late, such as the script of a search that got no page, ends with it.
    const own = await browser.newContext({ ignoreHTTPSErrors: true, storageState: storage });
    const page = await own.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(collector.url + path);
    const body = await page.content();
    const sent = new Set<string>();
    // Nothing is changed: each form is as it was when the next one is tried.
    await page.route("**/*", async (route) => {
      sent.add(nameOf(route.request()));
      await route.fulfill({ status: 204 });
    });
    await sendAllByKeys(page);
    const expected = formsIn(body, path).map(
      ({ route, action }) => `${route.split(" ")[0]} ${action.split("?")[0]}`,
    );
    assert.deepEqual(sent, new Set(expected), path);
    assert.deepEqual(complaints, [], path);
    await own.close();
  }
});

test("a foreign origin of the same site is refused on every form, and nothing is changed", {
  skip,
}, async (t) => {
  const certificate = await makeCertificate();
  const foreign = createServer({ key: certificate.key, cert: certificate.cert }, (_request, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html><title>elsewhere</title>"),
  );
  const port = await listen(t, foreign);
  const { page, context } = await visit(browser, collector, admin, "/settings/audit");
  t.after(() => context.close());
  const before = (await admin.get("/settings/audit.csv")).body;
  for (const { action, fields } of [
    ...posts,
    { action: "/login", fields: {} },
    { action: "/share", fields: {} },
  ]) {
    await page.goto(`https://localhost:${port}/`);
    assert.equal(await sendForm(page, collector.url + action, fields), 403, action);
    assert.equal(await page.title(), "This form came from elsewhere - agent-usage collector", action);
  }
  assert.equal((await admin.get("/settings/audit.csv")).body, before);
});

test("a viewer follows every link, and is told on every other page and form who can do that", {
  skip,
}, async (t) => {
  const viewer = await signInWith(
    collector,
    "/login",
    await linkOf("person", "add", "--name", "vera", "--role", "viewer"),
  );
  const own = await explore(viewer);
  assert.deepEqual(own.dead, []);
  const { page, context } = await visit(browser, collector, viewer, "/");
  t.after(() => context.close());
  for (const path of found.pages.keys()) {
    if (own.pages.has(path) || (await viewer.get(path)).status === 200) continue;
    assert.equal((await page.goto(collector.url + path))?.status(), 403, path);
    assert.equal(await page.locator("h1").textContent(), "You cannot do this", path);
  }
  const ownForms = own.forms.map(({ route }) => route);
  assert.ok(ownForms.every((route) => route.startsWith("GET ") || OWN.includes(route)));
  for (const { action, fields, route } of posts) {
    if (OWN.includes(route)) continue;
    const { status, body } = await viewer.post(action, fields);
    assert.deepEqual(
      [action, status, /<h1>(.*?)<\/h1>/.exec(body)?.[1]],
      [action, 403, "You cannot do this"],
    );
  }
});

test("a share link shows its page alone, without links and forms, and every other one asks to sign in", {
  skip,
}, async (t) => {
  const days = ["--from", "2026-11-01", "--to", "2026-11-20"];
  const shared = await signInWith(
    collector,
    "/share",
    await linkOf("share", "create", "--page", "overview", ...days),
  );
  const { page, context } = await visit(browser, collector, shared, "/");
  t.after(() => context.close());
  assert.equal(await page.locator("a:not(.skip), form").count(), 0);
  const guest = signedInBy(collector, shared.cookie);
  for (const path of found.pages.keys()) {
    const { status, headers } = await guest.get(path);
    const isOwn = new URL(path, collector.url).pathname === "/";
    assert.deepEqual([path, status], [path, isOwn ? 200 : 303]);
    if (!isOwn) assert.match(String(headers["location"]), /^\/login/);
  }
  for (const { action, fields } of posts.filter(({ route }) => route !== "POST /logout"))
    assert.deepEqual([action, (await guest.post(action, fields)).status], [action, 401]);
});

/** Sends a form from the page that is open, as a page would. @returns the status of the answer */
async function sendForm(
  page: Page,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.waitForEvent("load"),
    page.evaluate(
      ({ action, fields }) => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action });
        for (const [name, value] of Object.entries(fields)) {
          const input = document.createElement("input");
          Object.assign(input, { type: "hidden", name, value });
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      },
      { action, fields },
    ),
  ]);
  return response.status();
}

function nameOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}

/** Goes through a page by Tab: opens what is closed, fills in what has to be, and presses each button that sends a form. */
async function sendAllByKeys(page: Page): Promise<void> {
  await page.evaluate("document.body.focus()");
  for (let presses = 0; presses < 400; presses++) {
    await page.keyboard.press("Tab");
    const { place, sends } = await page.evaluate(() => {
      const active = document.activeElement;
      if (active === null || active === document.body || active.id === "end-of-walk") return { place: "end" };
      if (active.matches("summary") && active.parentElement?.querySelector("form"))
        return { place: "closed" };
      if (active instanceof HTMLButtonElement && active.form !== null) {
        const { method, action } = active.form;
        return { place: "button", sends: `${method.toUpperCase()} ${new URL(action).pathname}` };
      }
      if (!(active instanceof HTMLInputElement) || !active.required || active.value !== "")
        return { place: "other" };
      return { place: active.type === "url" ? "https://example.com/hook" : "four words are easy" };
    });
    if (place === "end") return;
    if (place === "other") continue;
    if (place === "closed") await page.keyboard.press("Enter");
    else if (place !== "button") await page.keyboard.type(place);
    else {
      const isSent = page.waitForRequest((request) => nameOf(request) === sends);
      await Promise.all([isSent, page.keyboard.press("Enter")]);
    }
  }
  assert.fail("Tab never leaves the page");
}
