// The pages of the machines: who is here, what can be done with one, and that viewers and hostile names change nothing.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { axeFindings, skip } from "../../test/support/browser.ts";
import { type Reply, runCollector } from "../../test/support/collector-program.ts";
import { snapshotOf } from "./support/fleet.ts";
import { homeWithPeople } from "./support/holders.ts";
import { signedInBy } from "./support/people.ts";

const HOSTILE = `</td><script>alert(1)</script>"'&`;
const NOW = Date.now();

const { home, sessions } = await homeWithPeople({ after });
const collector = await runCollector({ after }, { home });
const admin = signedInBy(collector, `__Host-session=${sessions.admin}`);
const viewer = signedInBy(collector, `__Host-session=${sessions.viewer}`);

const guid = (index: number) => `a3bb189e-8bf9-4c5d-9a55-${String(100_000_000_000 + index)}`;
let seq = 0;

interface Facts {
  readonly label: string;
  readonly account?: string;
  readonly requests?: number;
  readonly version?: string;
  readonly stateId?: string;
  readonly percent?: number;
}

async function join(index: number, code: string, label: string): Promise<Reply> {
  const machine = { id: guid(index), label, os: "linux" };
  return collector.send("POST", "/join", { body: { code, program: "agent-usage", machine } });
}

async function push(index: number, token: string, facts: Facts): Promise<number> {
  const { label, account, requests = 1, version = "0.2.0", stateId = guid(index + 500), percent } = facts;
  const counts = { requests, inputTokens: requests * 900, outputTokens: requests * 100 };
  const model = { model: "claude-opus-4-6", ...counts, cacheCreationTokens: 0, cacheReadTokens: 0 };
  const body = snapshotOf({
    machine: { id: guid(index), label, os: "linux", ...(account !== undefined && { account }) },
    stateId,
    seq: ++seq,
    agentUsageVersion: version,
    percent,
    models: [model],
    now: NOW,
  });
  return (await collector.send("POST", "/agent-usage", { token, body })).status;
}

const { code } = await collector.invite("--uses", "100");
const tokens = new Map<number, string>();
const started: readonly Facts[] = [
  { label: "desk", account: "team", requests: 30, percent: 40 },
  { label: "laptop", requests: 10, version: "0.1.0", percent: 70 },
  { label: HOSTILE, account: HOSTILE, requests: 5, percent: 100 },
  { label: "desk", account: "team", requests: 2 },
];
const empty = await admin.pageWithStyle("/machines");
const noLimits = await admin.pageWithStyle("/limits");
for (const [index, facts] of started.entries()) {
  const { token } = JSON.parse((await join(index, code, facts.label)).body) as { token: string };
  tokens.set(index, token);
  assert.equal(await push(index, token, facts), 204);
}
assert.equal((await join(4, code, "unused")).status, 201);

/** The names on the list, in its order. */
const namesIn = (body: string): string[] =>
  Array.from(body.matchAll(/<a class="row-link" href="[^"]*">(.*?)<\/a>/g), ([, name = ""]) => name);
const escaped = "&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;";

test("the list shows each machine with its versions, account and share, what used most first", async () => {
  const { body } = await viewer.get("/machines");
  assert.deepEqual(namesIn(body), ["desk (1)", "laptop", escaped, "desk (4)", "unused"]);
  assert.match(
    body,
    /<th role="columnheader" scope="col" class="k-costUsd " aria-sort="descending"><a href="[^"]*" data-view>Cost<\/a>/,
  );
  assert.equal(body.match(/title="A newer version runs on another machine">old</g)?.length, 1);
  assert.match(body, /64%/);
  assert.match(body, /No push yet/);
  assert.doesNotMatch(body, /<script>alert/);
  assert.match(body, /Silent <span class="count">1<\/span>/);
});

test("the URL holds search, part, order and page, and wrong ones are named", async () => {
  const list = async (query: string) => namesIn((await admin.get(`/machines?${query}`)).body);
  assert.deepEqual(await list("sort=name&q=desk"), ["desk (1)", "desk (4)"]);
  assert.deepEqual(await list("q=TEAM+linux&sort=-name"), ["desk (4)", "desk (1)"]);
  assert.deepEqual(await list("show=old"), ["laptop"]);
  assert.deepEqual(await list("show=silent&page=99"), ["unused"]);
  assert.deepEqual(await list("account=team&sort=tokens"), ["desk (4)", "desk (1)"]);
  const none = await admin.get("/machines?q=nothing+like+it");
  assert.match(none.body, /No machine here/);
  for (const query of ["show=x", "sort=color", "page=0", "page=1&page=2", "color=red"])
    assert.equal((await admin.get(`/machines?${query}`)).status, 400, query);
});

test("an export has the rows of the list with exact values", async () => {
  const { body } = await viewer.get("/machines.csv?sort=name&q=desk");
  const [head = "", first = ""] = body.split("\r\n");
  assert.equal(head, "machine,lastSeen,costUsd,share,tokens,version,agentVersion,account,os,id");
  assert.match(first, /^desk \(1\),20\d\d-[^,]*Z,[\d.]+,0\.638298,60000,0\.2\.0,2\.1\.90,team,linux,1$/);
});

test("a given name wins over the machine's own, and an empty one takes it away", async () => {
  const renamed = await admin.post("/machines/2/rename", { name: "  Lin's <b>laptop</b> " });
  assert.deepEqual([renamed.status, renamed.headers["location"]], [303, "/machines/2?notice=renamed"]);
  const { body } = await admin.get("/machines/2?notice=renamed");
  assert.match(body, /<h1>Lin&#39;s &lt;b&gt;laptop&lt;\/b&gt;<\/h1>/);
  assert.match(body, /The machine has its new name\./);
  await admin.post("/machines/2/rename", { name: "" });
  assert.match((await admin.get("/machines/2")).body, /<h1>laptop<\/h1>/);
});

test("an archived machine leaves the list, keeps its history, and comes back", async () => {
  await admin.post("/machines/5/archive");
  assert.ok(!namesIn((await admin.get("/machines")).body).includes("unused"));
  assert.deepEqual(namesIn((await admin.get("/machines?show=archived")).body), ["unused"]);
  assert.match((await admin.get("/machines/5")).body, /<b>Archived\.<\/b>/);
  assert.equal((await admin.post("/machines/5/restore")).status, 303);
  assert.ok(namesIn((await admin.get("/machines")).body).includes("unused"));
});

test("a merge says what it will do, shows two machines as one, and can be undone", async () => {
  const choice = await admin.get("/machines/4/merge");
  assert.deepEqual(namesIn(choice.body)[0], "desk (1)");
  const question = await admin.get("/machines/4/merge?into=1");
  assert.match(question.body, /<h1>Merge desk \(4\) into desk \(1\)\?<\/h1>/);
  assert.match(question.body, /2 days are on both machines\. Each counts once: the larger of the two\./);
  assert.equal((await admin.get("/machines/4/merge?into=4")).status, 400);
  const merged = await admin.post("/machines/4/merge", { into: "1" });
  assert.equal(merged.headers["location"], "/machines/1?notice=merged");
  assert.match((await admin.get("/machines/4")).body, /shown as a part of <b>desk<\/b>/);
  const again = await admin.post("/machines/4/merge", { into: "2" });
  assert.equal(again.status, 422);
  assert.match(again.body, /part of another machine already/);
  assert.match((await admin.get("/machines/1")).body, /href="\/machines\/4\/unmerge"/);
  assert.match((await admin.get("/machines/4/unmerge")).body, /Take desk out of desk\?/);
  assert.equal((await admin.post("/machines/4/unmerge")).status, 303);
  assert.match((await admin.get("/settings/audit")).body, /undid the merge of machine desk \(4\)/);
  assert.ok(namesIn((await admin.get("/machines")).body).includes("desk (4)"));
});

test("a new token is for one machine: its line works there alone, and the old one until the new one is used", async () => {
  const { body } = await admin.post("/machines/1/rotate");
  const line = /agent-usage join '([^']+)'/.exec(body)?.[1] ?? "";
  const [, secret = ""] = line.split("#");
  const own = secret.split(".")[0] ?? "";
  assert.equal((await join(1, own, "laptop")).status, 401);
  const joined = await join(0, own, "desk");
  assert.equal(joined.status, 201);
  assert.equal(await push(0, tokens.get(0) ?? "", { ...started[0], label: "desk" }), 204);
  const { token } = JSON.parse(joined.body) as { token: string };
  assert.equal(await push(0, token, { ...started[0], label: "desk" }), 204);
  assert.equal(await push(0, tokens.get(0) ?? "", { label: "desk" }), 401);
  tokens.set(0, token);
});

test("a token is revoked after one question, and a machine too, which a new line lets back in", async () => {
  const [, link = ""] =
    /href="(\/machines\/2\/tokens\/\d+\/revoke)"/.exec((await admin.get("/machines/2")).body) ?? [];
  assert.match((await admin.get(link)).body, /the machine&#39;s only token/);
  assert.equal((await admin.post(link)).headers["location"], "/machines/2?notice=token_revoked");
  assert.equal(await push(1, tokens.get(1) ?? "", { label: "laptop" }), 401);
  assert.match((await admin.get("/machines/3/revoke")).body, /Its next push is refused/);
  assert.equal((await admin.post("/machines/3/revoke")).status, 303);
  assert.equal(await push(2, tokens.get(2) ?? "", { label: HOSTILE }), 403);
  assert.match((await admin.get("/machines/3")).body, /<b>Revoked\.<\/b>/);
  assert.deepEqual(namesIn((await admin.get("/machines?show=revoked")).body), [escaped]);
});

test("a machine's silence can be watched from its page", async () => {
  assert.equal((await admin.post("/alerts/silence", { machine: "1", after: "24" })).status, 303);
  const { body } = await admin.get("/machines/1");
  assert.match(body, /action="\/alerts\/silence">[\s\S]*<option value="24" selected>1 day<\/option>/);
});

test("a line for many machines is made with its uses and its time, and a wrong number is named", async () => {
  const { body } = await admin.post("/invite", { uses: "3", time: "7d" });
  assert.match(body, /It works for 3 machines, for 7 days, and is not shown again/);
  assert.match(body, /npm install --global[\s\S]*agent-usage join '[\s\S]*agent-usage install --now/);
  assert.match(body, /works on the collector's own computer only/);
  const wrong = await admin.post("/invite", { uses: "0" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /role="alert"[^>]*>A whole number from 1 to 100,000/);
});

test("an admin can share a page with the days that it shows", async () => {
  const link = "/settings/share?page=%2Fmachines&from=2026-01-01&to=2026-01-31";
  const { body } = await admin.get("/machines?from=2026-01-01&to=2026-01-31");
  assert.ok(body.includes(`href="${link.replaceAll("&", "&amp;")}">Share</a>`));
  const form = await admin.get(link);
  assert.equal(form.status, 200);
  assert.match(form.body, /name="from"[^>]* value="2026-01-01"/);
});

test("a viewer sees the machines and their limits, and no form or link that changes something", async () => {
  for (const path of ["/machines", "/machines/1", "/machines/3", "/limits"]) {
    const { status, body } = await viewer.get(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(body, /method="post" action="\/(?!logout)/, path);
    assert.doesNotMatch(body, /\/(?:revoke|rotate|merge|unmerge)"/, path);
  }
});

test("limits are by owner, what is used most first, with what is left and how often it was full", async () => {
  const { body } = await viewer.get("/limits");
  const owners = Array.from(
    body.matchAll(/<h2 id="owner-\d+"[^>]*><a [^>]*>(.*?)<\/a>/g),
    ([, name]) => name,
  );
  assert.deepEqual(owners, [escaped, "laptop", "team"]);
  assert.deepEqual(
    Array.from(body.matchAll(/<span class="big">(\d+%) <small>left/g), ([, left]) => left),
    ["0%", "30%", "60%"],
  );
  assert.match(body, /Full once, for /);
  assert.match((await viewer.get("/limits?account=team")).body, /Only some limits are shown/);
  const { rows } = JSON.parse((await viewer.get("/limits.json?account=team")).body) as { rows: object[] };
  assert.deepEqual(
    rows.map((row) => Object.keys(row)),
    [["owner", "limit", "from", "to", "highest", "left", "fullSeconds"]],
  );
});

test("axe finds nothing on the pages of machines and limits, light and dark", { skip }, async (t) => {
  const paths = {
    list: "/machines",
    machine: "/machines/1",
    revoked: "/machines/3",
    merge: "/machines/4/merge",
    question: "/machines/4/merge?into=1",
    add: "/machines/add",
    limits: "/limits",
  };
  const pages: Record<string, string> = { empty, noLimits };
  for (const [name, path] of Object.entries(paths)) pages[name] = await admin.pageWithStyle(path);
  assert.deepEqual(await axeFindings(t, pages, [1280, 375], "light"), []);
  assert.deepEqual(await axeFindings(t, pages, [1280], "dark"), []);
});
