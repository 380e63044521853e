// The pages: signing in by a link, sessions, and what machines send shown as text.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { openOrFail, STORE_OPTIONS } from "../../test/support/store/databases.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function adminCode(collector: RunningCollector): Promise<string> {
  const { link } = JSON.parse((await collector.command("admin", "--json")).stdout) as { link: string };
  const [page, code = ""] = link.split("#");
  assert.equal(page, `${collector.url}/login`);
  return code;
}

const login = (collector: RunningCollector, code: string, origin = collector.url) =>
  collector.send("POST", "/login", {
    headers: { ...FORM, origin },
    body: new URLSearchParams({ code }).toString(),
  });

/** Signs in. @returns the cookie */
async function signIn(collector: RunningCollector): Promise<string> {
  const { headers } = await login(collector, await adminCode(collector));
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

/** What is in the audit log, as a backup has it: no page shows it yet. */
async function auditOf(t: TestContext, collector: RunningCollector) {
  const file = join(await temporaryFolder(t), "backup.db");
  assert.equal((await collector.command("backup", file)).code, 0);
  return (await openOrFail(t, { ...STORE_OPTIONS, database: `sqlite:${file}` })).audit(10);
}

test("the admin link signs in once, with a cookie that only https and this server get", async (t) => {
  const collector = await runCollector(t);
  const code = await adminCode(collector);
  const first = await login(collector, code);
  assert.deepEqual([first.status, first.headers["location"]], [303, "/"]);
  const [session = "", known = ""] = first.headers["set-cookie"] ?? [];
  const flags = "Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=\\d+$";
  assert.match(session, new RegExp(`^__Host-session=aus_[\\w-]{43}; ${flags}`));
  assert.match(known, new RegExp(`^__Host-known=[\\w.-]+; ${flags}`));
  const again = await login(collector, code);
  assert.equal(again.status, 401);
  assert.match(again.body, /expired or was used/);
});

test("a form of another site is refused, and so is one without an origin", async (t) => {
  const collector = await runCollector(t);
  const cookie = await signIn(collector);
  for (const origin of ["https://evil.example", "null", "http://localhost"]) {
    assert.equal((await login(collector, "x", origin)).status, 403);
    for (const path of ["/logout", "/invite"]) {
      const { status } = await collector.send("POST", path, {
        headers: { ...FORM, cookie, origin },
        body: "",
      });
      assert.equal(status, 403, `${path} from ${origin}`);
    }
  }
  assert.equal(
    (await collector.send("POST", "/logout", { headers: { ...FORM, cookie }, body: "" })).status,
    403,
  );
  assert.equal((await collector.send("GET", "/", { headers: { cookie } })).status, 200);
});

test("a session shows the overview and reads the API until it is signed out", async (t) => {
  const collector = await runCollector(t);
  const cookie = await signIn(collector);
  const status = async (path: string) => (await collector.send("GET", path, { headers: { cookie } })).status;
  assert.deepEqual(
    [await status("/"), await status("/api/v1/machines"), await status("/metrics")],
    [200, 200, 401],
  );
  const out = await collector.send("POST", "/logout", {
    headers: { ...FORM, cookie, origin: collector.url },
    body: "",
  });
  assert.equal(out.status, 303);
  assert.deepEqual([await status("/"), await status("/api/v1/machines")], [303, 401]);
});

test("without a session, the overview leads to the page to sign in", async (t) => {
  const collector = await runCollector(t);
  const { status, headers } = await collector.send("GET", "/");
  assert.deepEqual([status, headers["location"]], [303, "/login"]);
  assert.equal(
    (await collector.send("POST", "/invite", { headers: { ...FORM, origin: collector.url }, body: "" }))
      .status,
    401,
  );
});

test("every page refuses other sites' scripts, styles and frames", async (t) => {
  const collector = await runCollector(t);
  const cookie = await signIn(collector);
  for (const path of ["/", "/login"]) {
    const { headers, body } = await collector.send("GET", path, { headers: { cookie } });
    const policy = String(headers["content-security-policy"]);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      assert.ok(policy.includes(part), policy);
    }
    assert.equal(headers["referrer-policy"], "same-origin");
    assert.doesNotMatch(body, /<script>|<style|style="|onclick/);
  }
});

test("a new collector offers a line, and shows the machine that joined with it", async (t) => {
  const collector = await runCollector(t);
  const headers = { ...FORM, cookie: await signIn(collector), origin: collector.url };
  const empty = await collector.send("GET", "/", { headers });
  assert.match(empty.body, /No machine has joined yet/);
  const { body } = await collector.send("POST", "/invite", { headers, body: "" });
  const [, code] = /#(auc_[\w-]{43})\./.exec(body) ?? [];
  const made = (await auditOf(t, collector)).find(({ action }) => action === "invite.create");
  assert.deepEqual([made?.who, made?.from], ["admin", "127.0.0.1"]);
  const label = "<img src=x onerror=alert(1)>";
  const machine = { id: "a3bb189e-8bf9-4c5d-9a55-111111111111", label, os: "linux" };
  const joined = await collector.send("POST", "/join", { body: { code, program: "p", machine } });
  assert.equal(joined.status, 201);
  const { token } = JSON.parse(joined.body) as { token: string };
  const pushed = { ...SNAPSHOT, program: "p", machine };
  assert.equal((await collector.send("POST", "/agent-usage", { token, body: pushed })).status, 204);
  const shown = await collector.send("GET", "/?from=2026-11-01&to=2026-11-01", { headers });
  assert.ok(shown.body.includes("&lt;img src=x onerror=alert(1)&gt;"));
  assert.ok(!shown.body.includes(label));
});
