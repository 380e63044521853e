// Signing in: invitations, passwords, sessions, and links that show one page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Agent } from "node:https";
import { after, test } from "node:test";
import { type Reply, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { joined } from "../../test/support/joined.ts";
import { FORM, type SignedIn, signedInBy, signInAdmin } from "./support/people.ts";

const PASSWORD = "correct horse battery";
const collector = await runCollector({ after });
const ca = await readFile(collector.caFile);

async function json(...words: string[]): Promise<{ link: string; expiresAt: string }> {
  const { code, stdout, stderr } = await collector.command(...words, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const codeOf = ({ link }: { link: string }) => link.split("#")[1] ?? "";

function login(fields: Readonly<Record<string, string>>, address = "127.0.0.1", cookie = ""): Promise<Reply> {
  return collector.send("POST", "/login", {
    headers: { ...FORM, origin: collector.url, ...(cookie !== "" && { cookie }) },
    body: new URLSearchParams(fields).toString(),
    agent: new Agent({ ca, localAddress: address }),
  });
}

const cookiesOf = ({ headers }: Reply) =>
  [headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";")[0] ?? "");

/** The visitor whom an answer signed in. */
function signedIn(reply: Reply): SignedIn {
  return signedInBy(collector, cookiesOf(reply)[0] ?? "");
}

/** Somebody who was invited. */
async function invited(name: string, role = "viewer"): Promise<SignedIn> {
  return signedIn(await login({ code: codeOf(await json("person", "add", "--name", name, "--role", role)) }));
}

const status = async (reply: Promise<Reply>) => (await reply).status;

test("an invitation works once, leads to a password, and then the name and the password sign in", async () => {
  const invitation = await json("person", "add", "--name", "ada", "--role", "viewer");
  assert.ok(invitation.link.startsWith(`${collector.url}/login#aul_`), invitation.link);
  const days = (Date.parse(invitation.expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7);
  const first = await login({ code: codeOf(invitation) });
  assert.deepEqual([first.status, first.headers["location"]], [303, "/password"]);
  assert.equal(await status(login({ code: codeOf(invitation) })), 401);
  const ada = signedIn(first);
  assert.match((await ada.get("/password")).body, /<h1>Choose a password<\/h1>/);
  const weak = await ada.post("/password", { password: "passwordpassword" });
  assert.equal(weak.status, 422);
  assert.match(weak.body, /aria-invalid="true"/);
  const set = await ada.post("/password", { password: PASSWORD });
  assert.deepEqual([set.status, set.headers["location"]], [303, "/?notice=password_set"]);
  const back = await login({ name: "ada", password: PASSWORD, next: "/password?x=1" });
  assert.deepEqual([back.status, back.headers["location"]], [303, "/password?x=1"]);
  assert.match(
    String(back.headers["set-cookie"]?.[0]),
    /^__Host-session=aus_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000$/,
  );
  assert.equal(await status(signedIn(back).get("/")), 200);
});

test("a new password needs the old one, and ends every session but a renewed one", async () => {
  const link = await invited("bob");
  const set = signedIn(await link.post("/password", { password: PASSWORD }));
  assert.equal(await status(link.get("/")), 303);
  const other = signedIn(await login({ name: "bob", password: PASSWORD }));
  assert.equal(await status(other.post("/password", { password: "another horse battery" })), 422);
  const changed = await other.post("/password", { current: PASSWORD, password: "another horse battery" });
  assert.equal(changed.status, 303);
  assert.deepEqual([await status(set.get("/")), await status(other.get("/"))], [303, 303]);
  assert.equal(await status(signedIn(changed).get("/")), 200);
  assert.equal(await status(login({ name: "bob", password: PASSWORD })), 401);
});

test("an unknown name, somebody without a password and a wrong one are answered alike", async () => {
  await invited("cy");
  const answers = [];
  for (const name of ["nobody", "cy", "ada"]) {
    const { status, body } = await login({ name, password: "a wrong password" });
    answers.push([status, body.replace(` value="${name}"`, "")]);
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
  assert.equal(answers[0]?.[0], 401);
  assert.match(String(answers[0]?.[1]), /role="alert">The name or the password is wrong\./);
  const { body } = await (await signInAdmin(collector)).get("/settings/audit.csv");
  for (const words of [
    "failed to sign in as ada",
    "failed to sign in, with a name or a link that nobody has",
  ])
    assert.ok(body.includes(words), words);
  assert.doesNotMatch(body, /nobody,|a wrong password/);
});

/** How often each status came. */
function statuses(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("of many guesses at once, an account has 10; its owner and others sign in, and machines push meanwhile", async () => {
  const token = await joined(collector);
  const [session = "", known = ""] = cookiesOf(
    await login({ code: codeOf(await json("person", "add", "--name", "fay", "--role", "viewer")) }),
  );
  const fay = signedInBy(collector, session);
  await fay.post("/password", { password: PASSWORD });
  const guess = (count: number) => login({ name: "fay", password: "x" }, `127.0.2.${count}`);
  const guesses = Array.from({ length: 20 }, (_, index) => guess(index + 1));
  const all = Promise.all(guesses);
  const push = collector.send("POST", "/agent-usage", { token, body: SNAPSHOT });
  const first = await Promise.race([all.then(() => "guesses"), push.then(({ status }) => status)]);
  assert.equal(first, 204);
  assert.deepEqual(statuses(await all), { 401: 10, 429: 10 });
  const limited = await guess(21);
  assert.deepEqual([limited.status, limited.headers["retry-after"]], [429, "60"]);
  assert.match(limited.body, /Wait a minute/);
  assert.equal(await status(login({ name: "ada", password: PASSWORD }, "127.0.2.11")), 303);
  const owner = await login({ name: "fay", password: PASSWORD }, "127.0.2.12", known);
  assert.equal(owner.status, 303);
  const changes = { current: PASSWORD, password: "another horse battery" };
  assert.equal(await status(signedIn(owner).post("/password", changes)), 303);
  const alone = { headers: { cookie: known.replace("known", "session") } };
  assert.equal(await status(collector.send("GET", "/", alone)), 303);
});

test("one address has 3 passwords checked at once, and is told when to try again", async () => {
  const guess = (name: string) => login({ name, password: "x" }, "127.0.2.30");
  const all = await Promise.all(["a", "b", "c", "d", "e"].map(guess));
  assert.deepEqual(statuses(all), { 401: 3, 503: 2 });
  const busy = all.find(({ status }) => status === 503);
  assert.equal(busy?.headers["retry-after"], "5");
  assert.match(busy?.body ?? "", /Try again in a few seconds/);
});

for (const next of [
  "//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "/\t/evil.example",
  "x",
]) {
  test(`after signing in, ${JSON.stringify(next)} leads to the overview`, async () => {
    const { link } = await json("admin");
    const { headers } = await login({ code: codeOf({ link }), next });
    assert.equal(headers["location"], "/");
    const page = await collector.send("GET", `/login?${new URLSearchParams({ next }).toString()}`);
    assert.doesNotMatch(page.body, /name="next"/);
  });
}

test("a name that nobody can have is refused like any other", async () => {
  for (const name of ["x".repeat(129), "a\0b"])
    assert.equal(await status(login({ name, password: PASSWORD }, "127.0.2.12")), 401);
});

test("a person who is removed is signed out, and a role that is changed counts at once", async () => {
  const dan = await invited("dan", "admin");
  assert.equal(await status(dan.post("/invite")), 200);
  assert.equal((await collector.command("person", "role", "dan", "viewer")).code, 0);
  assert.equal(await status(dan.post("/invite")), 403);
  assert.equal((await collector.command("person", "remove", "dan")).code, 0);
  assert.equal(await status(dan.get("/")), 303);
});

test("the last admin cannot be removed or demoted by a command", async () => {
  await signInAdmin(collector);
  for (const words of [
    ["remove", "admin"],
    ["role", "admin", "viewer"],
  ]) {
    const { code, stderr } = await collector.command("person", ...words);
    assert.equal(code, 1);
    assert.match(stderr, /^agent-usage-collector: this is the only admin\. [^\n]+\n$/);
  }
});

test("a new link lets somebody in who forgot the password, without the old one", async () => {
  const eve = await invited("eve");
  await eve.post("/password", { password: PASSWORD });
  const { headers } = await login({ code: codeOf(await json("person", "link", "eve")) });
  const again = signedInBy(collector, String(headers["set-cookie"]).split(";")[0] ?? "");
  assert.equal(await status(again.post("/password", { password: "a third horse battery" })), 303);
});

const SHARE = ["share", "create", "--page", "overview", "--from", "2026-11-01", "--to", "2026-11-20"];

function open(code: string, origin = collector.url): Promise<Reply> {
  return collector.send("POST", "/share", {
    headers: { ...FORM, origin },
    body: new URLSearchParams({ code }).toString(),
  });
}

test("a link shows its page with its range, whatever the URL says, until it is revoked", async () => {
  const { link } = await json(...SHARE);
  assert.ok(link.startsWith(`${collector.url}/share#aur_`), link);
  assert.equal(await status(open(codeOf({ link }), "https://evil.example")), 403);
  const opened = await open(codeOf({ link }));
  assert.deepEqual([opened.status, opened.headers["location"]], [303, "/?from=2026-11-01&to=2026-11-20"]);
  assert.match(
    String(opened.headers["set-cookie"]),
    /^__Host-share=auw_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=\d+$/,
  );
  const guest = signedIn(opened);
  for (const query of ["", "?range=1y", "?from=2020-01-01&to=2020-02-01", "?nonsense=1"]) {
    const { status, body } = await guest.get(`/${query}`);
    assert.equal(status, 200);
    assert.match(body, /Shared with you: 1 Nov to 20 Nov 2026/);
    assert.doesNotMatch(body, /<nav|action="\/invite"|action="\/logout"/);
  }
  for (const path of ["/password", "/machines"])
    assert.ok([303, 404].includes(await status(guest.get(path))), path);
  assert.equal(await status(guest.get("/api/v1/usage")), 401);
  assert.equal(await status(guest.post("/invite")), 401);
  assert.equal((await collector.command("share", "revoke", codeOf({ link }).slice(0, 12))).code, 0);
  assert.equal(await status(guest.get("/")), 303);
  assert.equal(await status(open(codeOf({ link }))), 401);
});

for (const [words, message] of [
  [
    ["share", "create", "--page", "settings", "--from", "2026-11-01", "--to", "2026-11-02"],
    /the page must be/,
  ],
  [["share", "create", "--page", "limits", "--from", "2026-11-02", "--to", "2026-11-01"], /the first day/],
  [["share", "create", "--page", "limits", "--from", "1.11.", "--to", "2026-11-01"], /YYYY-MM-DD/],
  [
    ["share", "create", "--page", "limits", "--from", "1989-12-31", "--to", "1990-01-01"],
    /from 1990-01-01 on/,
  ],
  [["share", "create", "--page", "limits", "--from", "2010-01-01", "--to", "2026-11-01"], /at most 10 years/],
  [
    ["share", "create", "--page", "limits", "--from", "9998-01-01", "--to", "9999-01-01"],
    /no later than today/,
  ],
  [["share", "create", "--page", "limits"], /needs --page, --from and --to/],
  [["person", "add", "--role", "viewer"], /needs --name/],
  [["person", "add", "--name", "x", "--role", "viewer"], /^$/],
  [["person", "add", "--name", "x", "--role", "viewer"], /somebody of this name/],
  [["person", "role", "nobody", "admin"], /there is nobody of this name/],
] as const) {
  test(`${words.join(" ")}: ${message.source}`, async () => {
    const { code, stderr } = await collector.command(
      ...words,
      ...(message.source === "^$" ? ["--json"] : []),
    );
    assert.equal(code, message.source === "^$" ? 0 : 1);
    assert.match(stderr, message);
  });
}
