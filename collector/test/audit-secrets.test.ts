// No secret that anybody used is in the audit log, on a page, in a list of a command or in the log.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Reply, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { joinedWith, machineId } from "../../test/support/joined.ts";
import { FORM, signedInBy, signInAdmin } from "./support/people.ts";

const env = { AGENT_USAGE_COLLECTOR_LOG_LEVEL: "trace" };
const collector = await runCollector({ after }, { env });
const admin = await signInAdmin(collector);
const secrets = new Set<string>();
const used = <T extends string>(secret: T): T => {
  assert.ok(secret.length >= 8, secret);
  secrets.add(secret);
  return secret;
};

/** The secret that a page shows once. */
function shown({ status, body }: Reply): string {
  assert.equal(status, 200, body);
  const texts = Array.from(body.matchAll(/<pre><code>([^<]+)<\/code><\/pre>/g), ([, text = ""]) => text);
  const text = texts.find((one) => one.includes("agent-usage join")) ?? texts[0] ?? "";
  return used(/#([\w-]+)/.exec(text)?.[1] ?? text);
}

const send = (path: string, fields: Readonly<Record<string, string>>) =>
  collector.send("POST", path, {
    headers: { ...FORM, origin: collector.url },
    body: new URLSearchParams(fields).toString(),
  });
const cookieOf = ({ headers }: Reply) => String(headers["set-cookie"]).split(";")[0] ?? "";

async function done(path: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const { status, body } = await admin.post(path, fields);
  assert.equal(status, 303, `${path}: ${body}`);
}

test("the audit log names every action and no secret of any", async () => {
  used(admin.cookie.split("=")[1] ?? "");
  // People.
  const link = shown(await admin.post("/settings/people/add", { name: "ada", role: "viewer" }));
  const ada = signedInBy(collector, cookieOf(await send("/login", { code: link })));
  used(ada.cookie.split("=")[1] ?? "");
  const password = used("correct horse battery");
  const set = await ada.post("/password", { password });
  assert.equal(set.status, 303);
  await send("/login", { name: "ada", password: used("a wrong guess of it") });
  await send("/login", { name: used("a password as a name"), password: "x" });
  await send("/login", { code: used(`aul_${"x".repeat(43)}`) });
  await done("/settings/people/role", { name: "ada", role: "admin" });
  await done("/settings/people/role", { name: "ada", role: "viewer" });
  await signedInBy(collector, cookieOf(set)).post("/logout");
  shown(await admin.post("/settings/people/link", { name: "ada" }));
  await done("/settings/people/remove", { name: "ada" });
  // Keys, links and codes.
  shown(await admin.post("/settings/keys/create", { name: "grafana", scope: "api" }));
  await done("/settings/keys/revoke", { name: "grafana" });
  const until = { until: "2036-01-01" };
  const days = { page: "/", from: "2026-11-01", to: "2026-11-02", ...until };
  const share = shown(await admin.post("/settings/shares/create", days));
  const opened = await send("/share", { code: share });
  used(cookieOf(opened).split("=")[1] ?? "");
  await done("/settings/shares/revoke", { prefix: share.slice(4, 12) });
  // Machines.
  const codes = await Promise.all([1, 2].map(async () => used((await collector.invite()).code)));
  const token = used(await joinedWith(collector, codes[0] ?? ""));
  used(await joinedWith(collector, codes[1] ?? "", { ...SNAPSHOT.machine, id: machineId(2) }));
  assert.equal((await collector.send("POST", "/agent-usage", { token, body: SNAPSHOT })).status, 204);
  await done("/machines/1/rename", { name: "desk" });
  await done("/machines/1/archive");
  await done("/machines/1/restore");
  shown(await admin.post("/machines/1/rotate"));
  await done("/machines/1/merge", { into: "2" });
  await done("/machines/1/unmerge");
  await done("/machines/1/revoke");
  // Alerts. The servers are names that lead nowhere.
  const tokenOfNtfy = used("tk_of_a_protected_topic");
  for (const [kind, path, more] of [
    ["webhook", "hooks", {}],
    ["ntfy", "topic", { token: tokenOfNtfy }],
    ["slack", "services", {}],
  ] as const) {
    const url = `https://${kind}.invalid/${path}/${used(`secret-path-of-${kind}`)}`;
    const added = await admin.post("/alerts/channels", { kind, name: `my ${kind}`, url, ...more });
    if (kind === "webhook") used(/<pre><code>([^<]+)<\/code>/.exec(added.body)?.[1] ?? "");
    const id = kind === "webhook" ? 1 : kind === "ntfy" ? 2 : 3;
    await admin.post(`/alerts/channels/${id}`, { name: `new ${kind}`, url: "" });
    await done(`/alerts/channels/${id}/test`);
    await done(`/alerts/channels/${id}/remove`);
  }

  const pages = [
    "/settings",
    "/settings/audit",
    "/settings/audit.csv?rows=10000",
    "/settings/audit.json?rows=10000",
  ];
  const texts = await Promise.all(
    [...pages, "/alerts", "/alerts.json", "/machines", "/machines/1", "/", "/api/v1/machines"].map(
      async (path) => [path, (await admin.get(path)).body] as const,
    ),
  );
  const audit = texts.find(([path]) => path.startsWith("/settings/audit.csv"))?.[1] ?? "";
  for (const words of [
    "added the person ada",
    "made ada an admin",
    "made ada a viewer",
    "set the password of ada",
    "made a link to sign in for ada",
    "signed in with a link",
    "failed to sign in as ada",
    "with a name or a link that nobody has",
    "signed out",
    "removed the person ada",
    "made the key grafana",
    "revoked the key grafana",
    "made the share link",
    "opened the share link",
    "revoked the share link",
    "made the code",
    "let machine desk join",
    "renamed machine desk",
    "archived machine desk",
    "brought machine desk back",
    "made a code for a new token of machine desk",
    "merged machine desk into ",
    "undid the merge of machine desk",
    "revoked the tokens of machine desk",
    "added the alert channel my ntfy",
    "changed the alert channel new slack",
    "tested the alert channel new webhook",
    "removed the alert channel new ntfy",
  ])
    assert.ok(audit.includes(words), `${words}\n${audit}`);
  for (const words of [
    ["machines"],
    ["key", "list"],
    ["invite", "list"],
    ["person", "list"],
    ["share", "list"],
  ]) {
    const { stdout, stderr } = await collector.command(...words);
    texts.push([words.join(" "), stdout + stderr]);
  }
  collector.program.child.kill("SIGTERM");
  const { stdout, stderr } = await collector.program.ended;
  texts.push(["the log", stdout + stderr]);
  for (const [where, text] of texts)
    for (const secret of secrets) assert.ok(!text.includes(secret), `${where} has ${secret}`);
});
