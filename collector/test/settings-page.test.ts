// The settings page: one's own account, and what admins manage.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { axeFindings, skip } from "../../test/support/browser.ts";
import { type Reply, runCollector } from "../../test/support/collector-program.ts";
import { FORM, signedInBy, signInAdmin } from "./support/people.ts";

const collector = await runCollector({ after });
const admin = await signInAdmin(collector);

/** The secret that a page shows once. */
function secretIn({ status, body }: Reply): string {
  assert.equal(status, 200, body);
  return /<pre><code>([^<]+)<\/code><\/pre>/.exec(body)?.[1] ?? "";
}

async function followed(link: string) {
  const reply = await collector.send("POST", "/login", {
    headers: { ...FORM, origin: collector.url },
    body: new URLSearchParams({ code: link.split("#")[1] ?? "" }).toString(),
  });
  assert.equal(reply.status, 303);
  return signedInBy(collector, String(reply.headers["set-cookie"]).split(";")[0] ?? "");
}

const invite = async (name: string, role: string) =>
  followed(secretIn(await admin.post("/settings/people/add", { name, role })));

test("an admin invites a viewer, who sees the own account and nothing else of the settings", async () => {
  const viewer = await invite("vera <b>", "viewer");
  const { body } = await viewer.get("/settings");
  assert.match(body, /You are <b>vera &lt;b&gt;<\/b>, a viewer/);
  assert.doesNotMatch(body, /Audit log|Share links|Keys|id="people"|collector\.db|value="admin"/);
  const again = await admin.post("/settings/people/add", { name: "vera <b>", role: "viewer" });
  assert.equal(again.status, 422);
  assert.match(again.body, /role="alert" id="people-error">There is somebody of this name already\./);
});

test("a role that is changed, a person who is removed: the last admin cannot be", async () => {
  await invite("grace", "admin");
  const notice = (reply: Reply) => [reply.status, reply.headers["location"]];
  const role = { name: "grace", role: "viewer" };
  assert.deepEqual(notice(await admin.post("/settings/people/role", role)), [
    303,
    "/settings?notice=role_changed",
  ]);
  const own = await admin.post("/settings/people/remove", { name: "admin" });
  assert.equal(own.status, 422);
  assert.match(own.body, /This is the only admin\./);
  assert.deepEqual(notice(await admin.post("/settings/people/remove", { name: "grace" })), [
    303,
    "/settings?notice=person_removed",
  ]);
  assert.doesNotMatch((await admin.get("/settings")).body.split('id="shares"')[0] ?? "", /grace/);
});

test("a browser is signed out from another one", async () => {
  const ada = await invite("ada", "viewer");
  const link = secretIn(await admin.post("/settings/people/link", { name: "ada" }));
  const other = await followed(link);
  const { body } = await ada.get("/settings");
  const [, session = ""] = /name="session" value="([^"]+)"/.exec(body) ?? [];
  assert.ok(other.cookie.includes(`aus_${session}`));
  const foreign = await admin.post("/settings/sessions/end", { session });
  assert.equal(foreign.headers["location"], "/settings?notice=session_gone");
  assert.equal((await other.get("/settings")).status, 200);
  const ended = await ada.post("/settings/sessions/end", { session });
  assert.equal(ended.headers["location"], "/settings?notice=session_ended");
  assert.equal((await other.get("/settings")).status, 303);
});

test("a key is shown once, works, and works no more once it is revoked", async () => {
  const key = secretIn(await admin.post("/settings/keys/create", { name: "grafana", scope: "api" }));
  const read = async () => (await collector.send("GET", "/api/v1/machines", { token: key })).status;
  assert.equal(await read(), 200);
  assert.ok(!(await admin.get("/settings")).body.includes(key));
  await admin.post("/settings/keys/revoke", { name: "grafana" });
  assert.equal(await read(), 401);
});

test("a share link is made from a page's days, and revoked by its beginning", async () => {
  const form = await admin.get("/settings/share?page=/limits&from=2026-11-01&to=2026-11-20");
  assert.match(form.body, /<option value="\/limits" selected>/);
  assert.match(form.body, /name="from" value="2026-11-01"/);
  assert.match(form.body, /<h1>Share Limits<\/h1>/);
  assert.match(form.body, /<a class="button" href="\/limits\?from=2026-11-01&amp;to=2026-11-20">Cancel/);
  assert.doesNotMatch(form.body, /Audit log/);
  const elsewhere = await admin.get("/settings/share?page=//example.com");
  assert.match(elsewhere.body, /<a class="button" href="\/">Cancel/);
  const backwards = { page: "/limits", from: "2026-11-20", to: "2026-11-01", until: "2036-01-01" };
  const refused = await admin.post("/settings/shares/create", backwards);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /role="alert" id="shares-error">[\s\S]*name="from" value="2026-11-20"/);
  const given = { page: "/limits", from: "2026-11-01", to: "2026-11-20", until: "2036-01-01" };
  const link = secretIn(await admin.post("/settings/shares/create", given));
  assert.ok(link.startsWith(`${collector.url}/share#aur_`));
  const { body } = await admin.get("/settings");
  const [, prefix = ""] = /name="prefix" value="([^"]+)"/.exec(body) ?? [];
  assert.ok(link.includes(`aur_${prefix}`));
  assert.equal((await admin.post("/settings/shares/revoke", { prefix })).status, 303);
  assert.match((await admin.get("/settings")).body, /Nothing is shared/);
});

test("the audit log says who did what and from where, page by page, also as CSV and JSON", async () => {
  await admin.post("/settings/people/add", { name: "=cmd()", role: "viewer" });
  const { body } = await admin.get("/settings/audit");
  for (const words of ["added the person vera &lt;b&gt;", "revoked the key grafana", "signed in with a link"])
    assert.ok(body.includes(words), words);
  const csv = (await admin.get("/settings/audit.csv")).body.split("\r\n");
  assert.equal(csv[0], "at,who,what,from");
  assert.ok(csv.some((line) => /^[\dT:.-]+Z,admin,added the person =cmd\(\),127\.0\.0\.1$/.test(line)));
  const { rows } = JSON.parse((await admin.get("/settings/audit.json")).body);
  assert.equal(rows.length, csv.length - 2);
  const first = await admin.get("/settings/audit.json?before=2");
  assert.equal(JSON.parse(first.body).rows.length, 1);
  assert.equal((await admin.get("/settings/audit?before=x")).status, 400);
});

test("the database's state is shown, with the last backup once there is one", async () => {
  const before = await admin.get("/settings");
  assert.match(before.body, /SQLite 3\.\d+/);
  assert.match(before.body, /every day, for good/);
  assert.match(before.body, /agent-usage-collector backup FILE/);
  assert.equal((await collector.command("backup", `${collector.home}/copy.db`)).code, 0);
  assert.doesNotMatch((await admin.get("/settings")).body, /agent-usage-collector backup FILE/);
});

test("axe finds nothing on these pages, light and dark, at 360 and 1280 pixels", { skip }, async (t) => {
  const pages = {
    settings: await admin.pageWithStyle("/settings"),
    audit: await admin.pageWithStyle("/settings/audit"),
    shareForm: await admin.pageWithStyle("/settings/share?page=/"),
    password: await admin.pageWithStyle("/password"),
    login: await admin.pageWithStyle("/login"),
    share: await admin.pageWithStyle("/share"),
  };
  for (const scheme of ["light", "dark"] as const)
    assert.deepEqual(await axeFindings(t, pages, [1280, 360], scheme), []);
});
