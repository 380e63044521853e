// The Alerts page of a running collector: how to be warned, a real test to a real receiver, and what it answered.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, test } from "node:test";
import { axeFindings, skip } from "../../../test/support/browser.ts";
import { makeCertificate } from "../../../test/support/certificate.ts";
import { runCollector } from "../../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../../test/support/collector-snapshot.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { joined } from "../../../test/support/joined.ts";
import { signInAdmin } from "../support/people.ts";

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const certificate = await makeCertificate();
const received: Received[] = [];
let status = 204;
let wake = () => {};
const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => {
    body += chunk;
  });
  request.on("end", () => {
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(status).end();
    wake();
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());
const { port } = server.address() as { port: number };
const HOOK = `https://localhost:${port}/hook/very-secret-path`;
const caFile = join(await temporaryFolder({ after }), "ca.pem");
await writeFile(caFile, certificate.cert);
const collector = await runCollector(
  { after },
  { env: { NODE_EXTRA_CA_CERTS: caFile, AGENT_USAGE_COLLECTOR_ALLOW_PRIVATE_WEBHOOKS: "on" } },
);
const admin = await signInAdmin(collector);
const page = async () => (await admin.get("/alerts")).body;
let secret = "";

test("without a channel, the page says how to be warned in two steps", async () => {
  const body = await page();
  assert.match(body, /Be warned in two steps/);
  assert.match(body, /href="\/alerts\/channels\/new"/);
  assert.match(body, /at 50%, 80%, 95%/);
});

test("a wrong channel is refused with what is wrong, and its URL is not repeated", async () => {
  for (const [url, why] of [
    ["http://example.com/secret-in-url", /must begin with https/],
    ["https://user:pass@example.com/secret-in-url", /no user and no password/],
    ["no url secret-in-url", /must begin with https/],
  ] as const) {
    const { status: code, body } = await admin.post("/alerts/channels", { name: "a", kind: "webhook", url });
    assert.equal(code, 422);
    assert.match(body, why);
    assert.doesNotMatch(body, /secret-in-url/);
  }
});

test("a webhook's secret is shown once, and its URL never", async () => {
  const added = await admin.post("/alerts/channels", { name: "<b>ops", kind: "webhook", url: HOOK });
  secret = /whsec_[A-Za-z0-9+/=]{44}/.exec(added.body)?.[0] ?? "";
  assert.notEqual(secret, "");
  const body = await page();
  assert.match(body, /&lt;b&gt;ops/);
  assert.match(body, new RegExp(`localhost:${port}`));
  for (const path of ["/alerts", "/alerts/channels/1"]) {
    assert.doesNotMatch((await admin.get(path)).body, /whsec_|very-secret-path/);
  }
});

test("a new channel leads to its Test button, with the rules that are on, and then to the result", async (t) => {
  const added = await admin.post("/alerts/channels", { kind: "slack", url: HOOK });
  const to = String(added.headers["location"]);
  assert.match(to, /^\/alerts\/channels\/2\/test\?notice=channel_added$/);
  t.after(() => admin.post("/alerts/channels/2/remove"));
  const { body } = await admin.get(to);
  assert.match(body, /Nothing was sent to it yet/);
  assert.match(body, /<b>All accounts<\/b>: at 50%, 80%, 95% used; runs out before its reset; has reset/);
  const tested = await admin.post("/alerts/channels/2/test", { from: "channel" });
  assert.equal(tested.headers["location"], "/alerts/channels/2/test?notice=test_delivered");
  assert.match(
    (await admin.get("/alerts/channels/2/test")).body,
    /<span class="badge good">delivered<\/span>/,
  );
  // Without a name, it has that of its host.
  assert.match(await page(), new RegExp(`<strong>localhost:${port}</strong>`));
});

test("Test sends a message whose signature holds, and the page shows the answer", async () => {
  const sent = await admin.post("/alerts/channels/1/test");
  assert.match(String(sent.headers["location"]), /notice=test_delivered/);
  const { headers, body } = received.at(-1) ?? { headers: {}, body: "" };
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  assert.equal(
    headers["webhook-signature"],
    `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
  );
  assert.equal(JSON.parse(body).data.test, true);
  assert.match(await page(), /204, delivered/);
});

test("a test that fails is told with its answer, and is not repeated", async () => {
  status = 410;
  const sent = await admin.post("/alerts/channels/1/test");
  status = 204;
  assert.match(String(sent.headers["location"]), /notice=test_failed/);
  assert.match(await page(), /410, rejected/);
});

test("a push over a threshold is delivered, and is on the page with its attempts", async () => {
  const token = await joined(collector);
  const before = received.length;
  const arrived = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const now = Date.now();
  const item = { kind: "weekly", group: "weekly", percent: 81, severity: "normal", model: null };
  const items = [{ ...item, resetsAt: new Date(now + 3_600_000).toISOString() }];
  const limits = { ...SNAPSHOT.limits, fetchedAt: new Date(now).toISOString(), items };
  const machine = { ...SNAPSHOT.machine, account: "<i>team" };
  const push = await collector.send("POST", "/agent-usage", {
    token,
    body: { ...SNAPSHOT, machine, limits },
  });
  assert.equal(push.status, 204);
  await arrived;
  const { type, data } = JSON.parse(received[before]?.body ?? "{}");
  assert.deepEqual(
    [type, data.percent, data.threshold, data.account],
    ["limit.threshold", 81, 80, "<i>team"],
  );
  assert.equal(data.url, `${collector.url}/limits?account=%3Ci%3Eteam`);
  const body = await page();
  assert.match(body, /&lt;i&gt;team: Week is 81% used/);
  assert.match(body, /<h1>1 open alert<\/h1>/);
  assert.match((await admin.get("/")).body, /<b>1 open alert<\/b><\/a>: 1 limit over a threshold\./);
  const exported = JSON.parse((await admin.get("/alerts.json")).body);
  assert.equal(JSON.stringify(exported).includes("81% used"), true);
});

test("rules and watched machines are changed by their forms, and the audit log has no secret", async () => {
  const rule = { scope: "all", percents: "90, 70", runsOut: "1", enabled: "1" };
  assert.equal((await admin.post("/alerts/rules", rule)).status, 303);
  assert.equal((await admin.post("/alerts/rules", { ...rule, percents: "0, 101" })).status, 422);
  const slip = { account: "taem", percents: "50", enabled: "1" };
  const asked = await admin.post("/alerts/rules", slip);
  assert.equal(asked.status, 422);
  assert.match(asked.body, /No machine has sent limits of the account &quot;taem&quot;/);
  assert.equal((await admin.post("/alerts/rules", { ...slip, anyway: "1" })).status, 303);
  assert.equal((await admin.post("/alerts/silence", { machine: "1", after: "24" })).status, 303);
  assert.equal((await admin.post("/alerts/silence", { machine: "99", after: "24" })).status, 404);
  const body = await page();
  assert.match(body, /at 70%, 90% used; runs out before its reset/);
  assert.match(body, /<option value="24" selected>1 day/);
});

test("axe finds nothing on the page and its forms", { skip }, async (t) => {
  const pages: Record<string, string> = {};
  const paths = [
    "/alerts",
    "/alerts/channels/new",
    "/alerts/channels/1",
    "/alerts/channels/1/test",
    "/alerts/rules/edit",
  ];
  for (const [index, path] of paths.entries()) pages[`page-${index}`] = await admin.pageWithStyle(path);
  for (const scheme of ["light", "dark"] as const) {
    assert.deepEqual(await axeFindings(t, pages, [360, 1280], scheme), []);
  }
});

test("a metric counts the deliveries by kind and answer", async () => {
  const key = await collector.command("key", "create", "--name", "prometheus", "--metrics");
  const { body } = await collector.send("GET", "/metrics", { token: key.stdout.trim() });
  assert.match(
    body,
    /^agent_usage_collector_alert_deliveries_total\{channel="webhook",answer="delivered"\} 2$/m,
  );
});

test("a removed channel is gone, and what it got stays", async () => {
  assert.equal((await admin.post("/alerts/channels/1/remove")).status, 303);
  const body = await page();
  assert.match(body, /Be warned in two steps/);
  assert.match(body, /410, rejected/);
});
