// Names that look like others: those that people give are refused, those that machines send are shown harmless.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { joined } from "../../test/support/joined.ts";
import { signInAdmin } from "./support/people.ts";

const collector = await runCollector({ after });
const admin = await signInAdmin(collector);
const label = "\u202Eevil\u200B \u05D0\u05D1";
const token = await joined(collector, { ...SNAPSHOT.machine, label });
const account = "team\u2066\u200D";
const machine = { ...SNAPSHOT.machine, label, account };
const model = "claude\u202Esonnet";
const [day] = SNAPSHOT.usage.days;
const usage = { ...SNAPSHOT.usage, days: [{ ...day, models: [{ ...day.models[0], model }] }] };
const pushed = await collector.send("POST", "/agent-usage", { token, body: { ...SNAPSHOT, machine, usage } });
assert.equal(pushed.status, 204, pushed.body);

const RANGE = "?from=2026-11-01&to=2026-11-20";
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2066\u2067]/;

for (const name of ["a\u200Bda", "ada\u202E", "\u2067ada", "a\u00ADda", "ada\u3164"]) {
  test(`${JSON.stringify(name)} is refused as the name of anything, in words`, async () => {
    for (const [path, fields] of [
      ["/settings/people/add", { name, role: "viewer" }],
      ["/settings/keys/create", { name, scope: "api" }],
      ["/machines/1/rename", { name }],
      ["/alerts/channels", { name, kind: "ntfy", url: "https://ntfy.sh/topic" }],
    ] as const) {
      const { status, body } = await admin.post(path, fields);
      assert.equal(status, 422, path);
      assert.match(body, /characters that cannot be seen/, path);
      assert.doesNotMatch(body.replace(/value="[^"]*"/g, ""), INVISIBLE, path);
    }
  });
}

test("commands refuse such a name with one line", async () => {
  for (const words of [
    ["person", "add", "--role", "viewer", "--name", "a\u200Bda"],
    ["key", "create", "--name", "a\u200Bda"],
    ["machine", "rename", "1", "a\u200Bda"],
  ]) {
    const { code, stderr } = await collector.command(...words);
    assert.equal(code, 1);
    assert.match(stderr, /^agent-usage-collector: the name has characters that cannot be seen[^\n]+\n$/);
  }
});

test("the same letters typed on another keyboard are the same name", async () => {
  assert.equal((await admin.post("/settings/people/add", { name: "Zoe\u0308", role: "viewer" })).status, 200);
  assert.equal((await admin.post("/settings/people/add", { name: "Zo\u00EB", role: "viewer" })).status, 422);
});

for (const path of [
  `/${RANGE}&by=machine`,
  `/${RANGE}`,
  "/machines",
  "/machines/1",
  "/limits",
  "/alerts",
  "/settings",
]) {
  test(`what a machine sends has no invisible character and turns nothing around on ${path}`, async () => {
    const { status, body } = await admin.get(path);
    assert.equal(status, 200);
    assert.doesNotMatch(body, INVISIBLE);
    const content = body.replace(/<[^>]*>/g, "\n");
    for (const text of content.split("\n").filter((line) => /[\u0590-\u05FF]/.test(line)))
      assert.match(text, /\u2068[^\u2069]*\u05D0\u05D1[^\u2069]*\u2069/);
  });
}

test("its name is on the page, visible", async () => {
  const { body } = await admin.get("/machines");
  assert.ok(body.includes("\u2068\uFFFDevil\uFFFD \u05D0\u05D1\u2069"), body);
});
