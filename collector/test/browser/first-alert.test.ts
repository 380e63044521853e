// A new admin in a browser: from the link of the console to the first alert that a channel receives.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { makeCertificate } from "../../../test/support/certificate.ts";
import { runCollector } from "../../../test/support/collector-program.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { makeHome } from "../../../test/support/home.ts";
import { listen } from "../../../test/support/loopback.ts";
import { CLI, runProgram } from "../../../test/support/program.ts";
import { joinAll } from "../support/fleet.ts";
import { openBrowser, skip } from "./support.ts";

/** Far more than it takes. */
const MOST_LOADS = 500;

test("console link, password, a machine that joins, a channel that is tested, the first alert", {
  skip,
}, async (t) => {
  const certificate = await makeCertificate();
  const receiver = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    void text(request).then((body) => {
      response.writeHead(204).end();
      receiver.emit("received", JSON.parse(body));
    });
  });
  const port = await listen(t, receiver);
  const caFile = join(await temporaryFolder(t), "ca.pem");
  await writeFile(caFile, certificate.cert);
  const collector = await runCollector(t, {
    env: { NODE_EXTRA_CA_CERTS: caFile, AGENT_USAGE_COLLECTOR_ALLOW_PRIVATE_WEBHOOKS: "on" },
  });
  const browser = await openBrowser(t);
  assert.ok(browser !== undefined);
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const heading = page.locator("h1");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).first().click();

  const { link } = JSON.parse((await collector.command("admin", "--json")).stdout) as { link: string };
  await page.goto(link);
  await page.getByText("No machine has joined yet").waitFor();
  await follow("Settings");
  await follow("Set a password");
  await page.getByLabel("New password").fill("four words are easy");
  await press("Set the password");
  await page.waitForURL(`${collector.url}/?notice=password_set`);

  await press("Make a line");
  await page.context().grantPermissions(["clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).nth(1).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const line = await page.locator("pre", { hasText: "agent-usage join" }).innerText();
  const [, quoted = ""] = /^agent-usage join '(.+)'$/.exec(line) ?? [];
  const home = await makeHome(t);
  const env = { ...home.env, AGENT_USAGE_LIMITS: "off", AGENT_USAGE_LABEL: "laptop" };
  const joined = await runProgram(t, CLI, ["join", quoted], { env });
  assert.equal(joined.code, 0, joined.stderr);
  await follow("Machines");
  await page.getByRole("link", { name: "laptop", exact: true }).waitFor();

  await follow("Alerts");
  await follow("Add a channel");
  await page.getByLabel(/^Name/).fill("on call");
  await page.getByLabel(/^URL/).fill(`https://localhost:${port}/hook`);
  await press("Add");
  assert.match(await page.locator("main").innerText(), /whsec_/);
  const test = once(receiver, "received");
  await press("Test");
  const [tested] = (await test) as [{ type: string }];
  assert.equal(tested.type, "test");
  await page.getByText("The test was delivered.").waitFor();
  await page.getByText("delivered", { exact: true }).first().waitFor();
  await page.getByText("at 50%, 80%, 95% used").waitFor();

  const alert = once(receiver, "received");
  await joinAll(collector, [{ label: "build", account: "team", requests: 10, percent: 97 }], 9);
  const [received] = (await alert) as [{ type: string; data: Record<string, unknown> }];
  assert.equal(received.type, "limit.threshold");
  assert.deepEqual([received.data["account"], received.data["percent"]], ["team", 97]);
  await follow("Alerts");
  assert.equal(await heading.textContent(), "1 open alert");
  const entry = page.locator(".alerts > li", { hasText: "team: Week, all models is 97% used" });
  // The receiver has it before the collector has kept what it answered.
  const delivered = entry.locator("summary", { hasText: "delivered" });
  for (let loads = 0; loads < MOST_LOADS && (await delivered.count()) === 0; loads++) await page.reload();
  assert.equal(await delivered.count(), 1);
  await page.goto(String(received.data["url"]));
  assert.match(await page.locator("main").innerText(), /team[\s\S]*3%\s*left/);
  assert.deepEqual(complaints, []);
});
