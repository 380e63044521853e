// Signing in with a real OpenID Connect provider on loopback.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Reply, runCollector } from "../../test/support/collector-program.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { answered, CLIENT_SECRET, identityProvider } from "./support/identity-provider.ts";
import { signedInBy } from "./support/people.ts";

const idp = await identityProvider({ after });
const secretFile = join(await temporaryFolder({ after }), "secret");
await writeFile(secretFile, `${CLIENT_SECRET}\n`, { mode: 0o600 });
const ARGS = ["--oidc-issuer", idp.issuer, "--oidc-client-id", "fleet", "--oidc-secret-file", secretFile];
const closed = await runCollector({ after }, { args: ARGS });
const open = await runCollector(
  { after },
  { args: [...ARGS, "--oidc-claim", "email", "--oidc-role", "viewer"] },
);
await closed.command("person", "add", "--name", "ada", "--role", "admin");

const callbacks = [closed, open].map(({ url }) => `${url}/login/callback`);
const host = new URL(idp.issuer).host;

function sessionOf({ headers }: Reply, collector = closed) {
  const set = [headers["set-cookie"] ?? []].flat().find((each) => each.startsWith("__Host-session="));
  assert.ok(set !== undefined, "no session was given");
  assert.match(set, /; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=86400$/);
  return signedInBy(collector, set.split(";")[0] ?? "");
}

/** Nobody is signed in, and the page says why and offers every way to sign in. */
function assertRefused({ status, headers, body }: Reply, expected: number, words: RegExp): void {
  assert.equal(status, expected, body);
  assert.match(/role="alert">([^<]*)</.exec(body)?.[1] ?? "", words);
  assert.match(body, /href="\/login\/oidc/);
  assert.match(body, /name="password"/);
  assert.doesNotMatch(String(headers["set-cookie"]), /__Host-session/);
}

test("while the provider is down, the page says so, and the other ways to sign in are there", async () => {
  assertRefused(await closed.send("GET", "/login/oidc"), 503, /does not answer as it should/);
  idp.fail((response) => response.writeHead(200, { "content-type": "text/html" }).end("<b>maintenance</b>"));
  const reply = await closed.send("GET", "/login/oidc");
  assertRefused(reply, 503, /does not answer as it should/);
  assert.doesNotMatch(reply.body, /maintenance/);
  idp.open({ fleet: callbacks, other: callbacks });
});

test("a known person is signed in, is led to the page that was asked for, and stays an admin", async () => {
  const { body } = await closed.send("GET", "/login?next=/limits?range=7d");
  assert.ok(body.includes(`href="/login/oidc?next=%2Flimits%3Frange%3D7d">Sign in with ${host}</a>`), body);
  idp.person = { sub: "1", preferred_username: "ada" };
  const sign = await answered(closed, "?next=%2Flimits%3Frange%3D7d");
  const reply = await sign.finish();
  assert.deepEqual([reply.status, reply.headers["location"]], [303, "/limits?range=7d"], reply.body);
  assert.match(String(reply.headers["set-cookie"]), /__Host-oidc=; Path=\/;/);
  const ada = sessionOf(reply);
  assert.match((await ada.get("/settings")).body, /You are <b>ada<\/b>, an admin/);
});

test("what the browser is sent with: a code, PKCE by SHA-256, state and nonce, and a cookie for ten minutes", async () => {
  const { status, headers } = await closed.send("GET", "/login/oidc");
  const { origin, searchParams } = new URL(String(headers["location"]));
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(searchParams);
  assert.deepEqual([status, origin], [303, idp.issuer]);
  assert.deepEqual(rest, {
    client_id: "fleet",
    code_challenge_method: "S256",
    redirect_uri: `${closed.url}/login/callback`,
    response_type: "code",
    scope: "openid profile email",
  });
  assert.equal(new Set([state, nonce, code_challenge]).size, 3);
  assert.match(
    String(headers["set-cookie"]),
    /^__Host-oidc=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=600$/,
  );
});

test("an answer counts in the browser that began the sign-in alone, and once", async () => {
  idp.person = { sub: "1", preferred_username: "ada" };
  const [mine, other] = [await answered(closed), await answered(closed)];
  assertRefused(await mine.finish({ cookie: "" }), 400, /began in another browser/);
  assertRefused(await mine.finish({ cookie: other.cookie }), 400, /began in another browser/);
  const late = mine.cookie.replace(/\.\d+\./, ".1.");
  assertRefused(await mine.finish({ cookie: late }), 400, /took too long/);
  const elsewhere = mine.cookie.replace(/[^.]*$/, Buffer.from("/alerts").toString("base64url"));
  assertRefused(await mine.finish({ cookie: elsewhere }), 400, /another browser/);
  assert.equal((await mine.finish()).status, 303);
  assertRefused(await mine.finish(), 401, /could not be accepted/);
});

for (const [what, change] of [
  ["nonce", (url: URL) => url.searchParams.set("nonce", "another")],
  ["PKCE challenge", (url: URL) => url.searchParams.set("code_challenge", "x".repeat(43))],
  ["client", (url: URL) => url.searchParams.set("client_id", "other")],
] as const) {
  test(`a code for another ${what} signs nobody in`, async () => {
    idp.person = { sub: "1", preferred_username: "ada" };
    assertRefused(await (await answered(closed, "", change)).finish(), 401, /could not be accepted/);
  });
}

test("an answer of another provider is not accepted, and an error is told without its words", async () => {
  const sign = await answered(closed);
  const back = sign.back.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example");
  assertRefused(await sign.finish({ back }), 401, /could not be accepted/);
  const { state, iss } = Object.fromEntries(new URLSearchParams(sign.back.split("?")[1]));
  const error = {
    error: "access_denied",
    error_description: "call 0800 to win",
    state: state ?? "",
    iss: iss ?? "",
  };
  const told = await sign.finish({ back: `/login/callback?${new URLSearchParams(error).toString()}` });
  assertRefused(told, 401, /did not sign you in/);
  assert.doesNotMatch(told.body, /0800|access_denied/);
});

test("somebody whom nobody added is refused, as is another one with a name that is taken", async () => {
  idp.person = { sub: "2", preferred_username: "<b>eve</b>" };
  assertRefused(await (await answered(closed)).finish(), 403, /Nobody here is called &lt;b&gt;eve/);
  idp.person = { sub: "2", preferred_username: "ada" };
  assertRefused(await (await answered(closed)).finish(), 403, /signs in here in another way/);
  idp.person = { sub: "2" };
  assertRefused(await (await answered(closed)).finish(), 403, /has no usable preferred_username/);
});

test("with a role for them, those whom nobody added are viewers, by an address that was verified", async () => {
  idp.person = { sub: "3", email: "bob@example.com", email_verified: false };
  assertRefused(await (await answered(open)).finish(), 403, /has not verified your email address/);
  idp.person = { sub: "3", email: "bob@example.com", email_verified: true };
  const bob = sessionOf(await (await answered(open, "?next=//evil.example")).finish(), open);
  assert.match((await bob.get("/settings")).body, /You are <b>bob@example\.com<\/b>, a viewer/);
  await open.command("person", "role", "bob@example.com", "admin");
  const again = sessionOf(await (await answered(open)).finish(), open);
  assert.match((await again.get("/settings")).body, /, an admin/);
});

test("a look without a body neither begins nor ends a sign-in", async () => {
  for (const path of ["/login/oidc", "/login/callback"])
    assert.equal((await closed.send("HEAD", path)).status, 405);
});

test("an answer of the provider that is too long is not read to its end", async () => {
  idp.person = { sub: "1", preferred_username: "ada" };
  const sign = await answered(closed);
  idp.fail((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.on("error", () => {}).end(JSON.stringify({ long: "x".repeat(2_000_000) }));
  });
  assertRefused(await sign.finish(), 503, /does not answer as it should/);
  idp.open({ fleet: callbacks, other: callbacks });
});

test("a provider that fails at the last step is told as down, and nothing of the client's secret is logged", async () => {
  idp.person = { sub: "1", preferred_username: "ada" };
  const sign = await answered(closed);
  idp.fail((response) => response.writeHead(502).end(`{"error":"no, ${CLIENT_SECRET}"}`));
  assertRefused(await sign.finish(), 503, /does not answer as it should/);
  closed.program.child.kill("SIGTERM");
  const { stderr } = await closed.program.ended;
  assert.match(stderr, /a sign-in by the provider failed/);
  const code = new URLSearchParams(sign.back.split("?")[1]).get("code") ?? "";
  assert.ok(code.length > 20);
  for (const secret of [CLIENT_SECRET, code, "evil.example", "0800"])
    assert.ok(!stderr.includes(secret), secret);
});
