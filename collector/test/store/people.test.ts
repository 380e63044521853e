// People, their passwords and sessions, and links that show one page.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, HOUR, NOW } from "../../../test/support/store/fleet.ts";
import type { Store } from "../../src/store/index.ts";

const secret = (hash: string) => ({ hash, prefix: hash, expiresAt: NOW + HOUR });
const FROM = { from: "192.0.2.1", at: NOW };

async function people(store: Store, roles: Readonly<Record<string, "admin" | "viewer">>) {
  for (const [name, role] of Object.entries(roles)) await store.secrets.addPerson({ name, role }, ADMIN);
}

async function actions(store: Store): Promise<string[]> {
  return (await store.audit(100)).map(({ who, action, subject }) => `${who}: ${action} ${subject}`).reverse();
}

testOnEach("a new password ends the person's other sessions and links, and nobody else's", async (store) => {
  const { secrets } = store;
  await people(store, { ada: "admin", bob: "admin" });
  for (const name of ["ada", "bob"]) {
    await secrets.addSession(name, secret(`session of ${name}`), ADMIN);
    await secrets.addLink({ ...secret(`link of ${name}`), person: name }, ADMIN);
  }
  const own = { before: null, session: "session of ada", renewed: secret("renewed") };
  assert.equal(await secrets.setPassword("ada", "a hash", ADMIN, own), true);
  assert.equal(await secrets.setPassword("eve", "a hash", ADMIN), false);
  assert.equal((await secrets.personNamed("ada"))?.passwordHash, "a hash");
  assert.equal(await secrets.sessionOf("session of ada", NOW), undefined);
  assert.equal((await secrets.sessionOf("renewed", NOW))?.name, "ada");
  assert.equal(await secrets.followLink("link of ada", secret("new"), FROM), undefined);
  assert.equal((await secrets.sessionOf("session of bob", NOW))?.name, "bob");
});

testOnEach("a password that changed while it was checked starts no session", async (store) => {
  const { secrets } = store;
  await people(store, { ada: "admin" });
  await secrets.setPassword("ada", "old", ADMIN);
  assert.equal(await secrets.addSession("ada", secret("in time"), ADMIN, "old"), true);
  await secrets.setPassword("ada", "new", ADMIN);
  assert.equal(await secrets.addSession("ada", secret("too late"), ADMIN, "old"), false);
  assert.deepEqual(await secrets.sessionsOf("ada", NOW), []);
});

testOnEach("of two changes of one's own password at once, one is made", async (store) => {
  const { secrets } = store;
  await people(store, { ada: "admin" });
  await secrets.setPassword("ada", "old", ADMIN);
  for (const name of ["victim", "thief"]) await secrets.addSession("ada", secret(name), ADMIN);
  const change = (session: string, hash: string) =>
    secrets.setPassword("ada", hash, ADMIN, { before: "old", session, renewed: secret(`after ${session}`) });
  const [isVictims, isThiefs] = await Promise.all([change("victim", "new"), change("thief", "stolen")]);
  assert.notEqual(isVictims, isThiefs);
  const hash = isVictims ? "new" : "stolen";
  assert.equal((await secrets.personNamed("ada"))?.passwordHash, hash);
  assert.equal((await secrets.sessionsOf("ada", NOW)).length, 1);
  // A session that has ended changes nothing, whatever password it knows.
  const late = { before: hash, session: "victim", renewed: secret("late") };
  assert.equal(await secrets.setPassword("ada", "third", ADMIN, late), false);
});

testOnEach("a person who is removed has no session any more", async (store) => {
  const { secrets } = store;
  await people(store, { root: "admin", ada: "admin" });
  await secrets.addSession("ada", secret("session"), ADMIN);
  assert.equal(await secrets.addSession("eve", secret("other"), ADMIN), false);
  assert.equal(await secrets.removePerson("ada", ADMIN), "done");
  assert.equal(await secrets.removePerson("ada", ADMIN), "unknown");
  assert.equal(await secrets.sessionOf("session", NOW), undefined);
  assert.deepEqual(
    (await secrets.people()).map(({ name }) => name),
    ["root"],
  );
});

testOnEach("the last admin cannot be removed or made a viewer", async (store) => {
  const { secrets } = store;
  await people(store, { ada: "admin", bob: "admin", vera: "viewer" });
  assert.equal(await secrets.changeRole("bob", "viewer", ADMIN), "done");
  assert.equal(await secrets.changeRole("ada", "viewer", ADMIN), "last_admin");
  assert.equal(await secrets.removePerson("ada", ADMIN), "last_admin");
  assert.equal(await secrets.changeRole("ada", "admin", ADMIN), "done");
  assert.equal(await secrets.changeRole("eve", "admin", ADMIN), "unknown");
  assert.equal(await secrets.removePerson("vera", ADMIN), "done");
  assert.equal(await secrets.changeRole("bob", "admin", ADMIN), "done");
  assert.equal(await secrets.removePerson("ada", ADMIN), "done");
});

testOnEach("of two admins who remove each other at once, one stays", async (store) => {
  const { secrets } = store;
  await people(store, { ada: "admin", bob: "admin" });
  const results = await Promise.all(["ada", "bob"].map((name) => secrets.removePerson(name, ADMIN)));
  assert.deepEqual([...results].sort(), ["done", "last_admin"]);
  assert.equal((await secrets.people()).length, 1);
});

testOnEach(
  "a person sees the own sessions, the newest first, and can end one of them alone",
  async (store) => {
    const { secrets } = store;
    await people(store, { ada: "viewer", bob: "viewer" });
    const early = { ...ADMIN, from: "192.0.2.1", at: NOW - HOUR / 2 };
    await secrets.addSession("ada", { ...secret("first"), method: "password", browser: "Firefox" }, early);
    await secrets.addSession("ada", secret("second"), ADMIN);
    await secrets.addSession("bob", secret("bob's"), ADMIN);
    const [second, first, ...others] = await secrets.sessionsOf("ada", NOW);
    assert.deepEqual([second?.prefix, others], ["second", []]);
    assert.deepEqual(first, {
      prefix: "first",
      method: "password",
      from: "192.0.2.1",
      browser: "Firefox",
      createdAt: NOW - HOUR / 2,
      expiresAt: NOW + HOUR,
    });
    assert.equal(await secrets.endSessionOf("ada", "bob's", ADMIN), false);
    assert.equal(await secrets.endSessionOf("ada", "first", ADMIN), true);
    assert.equal(await secrets.sessionOf("first", NOW), undefined);
    assert.equal((await secrets.sessionOf("second", NOW))?.name, "ada");
    assert.equal((await secrets.sessionOf("bob's", NOW))?.name, "bob");
  },
);

testOnEach("a provider's person takes a name once, whoever is called so there later", async (store) => {
  const { secrets } = store;
  await people(store, { ada: "viewer", bob: "viewer" });
  await secrets.addPerson({ name: "admin", role: "admin", isLocal: true }, ADMIN);
  await secrets.addSession("bob", secret("by link"), ADMIN);
  const sign = (name: string, subject: string) =>
    secrets.signInBySubject({ name, subject, newRole: null }, secret(`${name} ${subject}`), FROM);
  assert.deepEqual(await sign("ada", "1"), { status: "signed_in", person: "ada" });
  assert.deepEqual(await sign("ada renamed", "1"), { status: "signed_in", person: "ada" });
  assert.deepEqual(await sign("ada", "2"), { status: "other_subject" });
  // Those who signed in here are known to no provider.
  for (const name of ["admin", "bob"]) assert.deepEqual(await sign(name, "2"), { status: "other_subject" });
  assert.deepEqual(await sign("eve", "2"), { status: "unknown" });
  assert.deepEqual(await secrets.sessionOf("ada 2", NOW), undefined);
});

testOnEach(
  "a provider adds people whom nobody added with a role, and leaves the role of others alone",
  async (store) => {
    const { secrets } = store;
    await people(store, { bob: "admin" });
    const sign = (name: string, hash: string) =>
      secrets.signInBySubject({ name, subject: `of ${name}`, newRole: "viewer" }, secret(hash), FROM);
    assert.deepEqual(await sign("ada", "first"), { status: "signed_in", person: "ada" });
    assert.equal((await secrets.sessionOf("first", NOW))?.role, "viewer");
    assert.deepEqual(await sign("bob", "second"), { status: "signed_in", person: "bob" });
    assert.equal((await secrets.sessionOf("second", NOW))?.role, "admin");
    await secrets.changeRole("ada", "admin", ADMIN);
    await sign("ada", "third");
    assert.equal((await secrets.sessionOf("third", NOW))?.role, "admin");
  },
);

testOnEach(
  "a link that shows a page works until it expires or is revoked, and its sessions end with it",
  async (store) => {
    const { secrets } = store;
    const view = { page: "/machines/7", from: "2026-11-01", to: "2026-11-22", expiresAt: NOW + HOUR };
    for (const hash of ["share", "other"]) await secrets.addShare({ hash, prefix: hash, ...view }, ADMIN);
    const long = { ...secret("session"), expiresAt: NOW + 9 * HOUR };
    assert.deepEqual(await secrets.openShare("share", long, FROM), view);
    assert.equal(await secrets.openShare("session", long, FROM), undefined);
    assert.deepEqual(await secrets.sharedWith("session", NOW), view);
    assert.equal(await secrets.sharedWith("share", NOW), undefined);
    assert.equal(await secrets.sharedWith("session", NOW + HOUR), undefined);
    assert.equal(await secrets.openShare("share", secret("late"), { ...FROM, at: NOW + HOUR }), undefined);
    assert.deepEqual(
      (await secrets.shares(NOW)).map(({ prefix, createdBy, page }) => [prefix, createdBy, page]),
      [
        ["other", "admin", "/machines/7"],
        ["share", "admin", "/machines/7"],
      ],
    );
    assert.equal(await secrets.revokeShare("share", ADMIN), true);
    assert.equal(await secrets.revokeShare("share", ADMIN), false);
    assert.equal(await secrets.sharedWith("session", NOW), undefined);
    assert.deepEqual((await actions(store)).slice(-2), [
      "share link share: share.open share",
      "admin: share.revoke share",
    ]);
  },
);

testOnEach("the audit log is read page by page, the newest first", async (store) => {
  await people(store, { ada: "viewer", bob: "viewer", cy: "viewer" });
  const [cy, bob, ...others] = await store.audit(2);
  assert.deepEqual([cy?.subject, bob?.subject, others], ["cy", "bob", []]);
  const rest = await store.audit(2, bob?.id);
  assert.deepEqual(
    rest.map(({ subject, action }) => [subject, action]),
    [["ada", "person.add"]],
  );
});

testOnEach(
  "whoever opens a link, or fails to sign in, as often as they like fills no table",
  async (store) => {
    const { secrets } = store;
    await people(store, { ada: "admin" });
    const share = { ...secret("share"), page: "/", from: "2026-11-01", to: "2026-11-02" };
    await secrets.addShare(share, ADMIN);
    const before = (await store.audit(100)).length;
    for (let count = 0; count < 520; count++) {
      const by = { from: `192.0.2.${count % 100}`, at: NOW + count };
      await secrets.openShare("share", secret(`opening ${count}`), by);
      if (count < 50) await secrets.noteFailure(`a password ${count}`, by);
      if (count < 50) await secrets.noteFailure("ada", by);
    }
    const rows = (await store.audit(100)).slice(0, -before);
    assert.ok(rows.length <= 3 * 8, `${rows.length} rows`);
    const times = (action: string) =>
      rows.filter((row) => row.action === action).reduce((sum, row) => sum + row.times, 0);
    assert.deepEqual([times("share.open"), times("login.failed"), times("login.unknown")], [520, 50, 50]);
    assert.ok(!JSON.stringify(rows).includes("a password"));
    // Those that opened it last are in.
    assert.equal(await secrets.sharedWith("opening 19", NOW + 600), undefined);
    assert.equal((await secrets.sharedWith("opening 20", NOW + 600))?.page, "/");
  },
);

testOnEach(
  "what happens in another hour, or from an address alone, has a row and an address of its own",
  async (store) => {
    await people(store, { ada: "admin" });
    const from = "2001:db8::1";
    for (const at of [NOW, NOW + 1, NOW + HOUR, NOW + 2 * HOUR])
      await store.secrets.noteFailure("ada", { from, at });
    const rows = (await store.audit(3)).map(({ times, from, at }) => [times, from, at]);
    assert.deepEqual(rows, [
      [1, from, NOW + 2 * HOUR],
      [1, from, NOW + HOUR],
      [2, from, NOW],
    ]);
  },
);
