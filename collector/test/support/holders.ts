// A collector's home with someone for each kind of secret.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunningCollector } from "../../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../../test/support/collector-snapshot.ts";
import { type Cleanup, temporaryFolder } from "../../../test/support/folder.ts";
import { type Joining, joined, joinedWith, machineId } from "../../../test/support/joined.ts";
import { makeSecret } from "../../src/auth/index.ts";
import { openStore, type Store } from "../../src/store/index.ts";
import { makeAuthority } from "../../src/tls/index.ts";

export interface Holder {
  readonly secret: string;
  /** Where such a secret belongs: in the header `Authorization`, in the cookie, or in a body. */
  readonly as: "bearer" | "cookie" | "body";
}

export type Holders = Awaited<ReturnType<typeof makeHolders>>;

export const REVOKED_MACHINE: Joining = { ...SNAPSHOT.machine, id: machineId(2) };
const OTHER_MACHINE: Joining = { ...SNAPSHOT.machine, id: machineId(3) };

/** Makes a link that shows the overview. */
const SHARE = ["share", "create", "--page", "overview", "--from", "2026-11-01", "--to", "2026-11-20"];

const bearer = (secret: string): Holder => ({ secret, as: "bearer" });
const cookie = (secret: string): Holder => ({ secret, as: "cookie" });
const inBody = (secret: string): Holder => ({ secret, as: "body" });

/** Makes a database with people and their sessions, which no command adds, before a collector runs on it. */
export async function homeWithPeople(t: Cleanup) {
  const home = await temporaryFolder(t);
  const data = join(home, ".local/state/agent-usage-collector");
  await mkdir(data, { recursive: true, mode: 0o700 });
  const opened = await openStore({
    database: `sqlite:${join(data, "collector.db")}`,
    makeAuthority: () => makeAuthority(Date.now()),
  });
  assert.ok(opened.status === "open");
  const { store } = opened;
  const at = Date.now();
  const by = { who: "test", from: null, at };
  for (const role of ["admin", "viewer"] as const) await store.secrets.addPerson({ name: role, role }, by);
  await store.secrets.addPerson({ name: "gone", role: "admin" }, by);
  const sessions = {
    admin: await aSession(store, "admin", at),
    viewer: await aSession(store, "viewer", at),
    ended: await aSession(store, "admin", at),
    expired: await aSession(store, "admin", at - 40 * 86_400_000),
    removed: await aSession(store, "gone", at),
  };
  assert.equal(await store.secrets.removePerson("gone", by), "done");
  await store.close();
  return { home, sessions };
}

async function aSession(store: Store, person: string, at: number): Promise<string> {
  const { secret, stored } = makeSecret("session", store.hmacKey);
  const session = { ...stored, expiresAt: at + 30 * 86_400_000 };
  assert.ok(await store.secrets.addSession(person, session, { who: "test", from: null, at }));
  return secret;
}

/** Someone for each kind of secret, and for what looks like one. */
export async function makeHolders(
  collector: RunningCollector,
  sessions: Awaited<ReturnType<typeof homeWithPeople>>["sessions"],
) {
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await collector.command(...words);
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  const linkCode = async () => (await run("admin")).split("#")[1] ?? "";
  const sendForm = (path: string, headers: object, body: string) =>
    collector.send("POST", path, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: collector.url,
        ...headers,
      },
      body,
    });

  const revoked = await joined(collector, REVOKED_MACHINE);
  await run("machine", "revoke", "1");
  const superseded = await joined(collector, OTHER_MACHINE);
  const fresh = await joined(collector, OTHER_MACHINE);
  const body = { ...SNAPSHOT, machine: { ...SNAPSHOT.machine, id: OTHER_MACHINE.id } };
  assert.equal((await collector.send("POST", "/agent-usage", { token: fresh, body })).status, 204);
  const key = await run("key", "create", "--name", "gone");
  await run("key", "revoke", "gone");
  const { code: revokedCode } = await collector.invite();
  await run("invite", "revoke", revokedCode);
  const { code: usedCode } = await collector.invite();
  const machine = await joinedWith(collector, usedCode);
  const usedLink = await linkCode();
  assert.equal((await sendForm("/login", {}, `code=${usedLink}`)).status, 303);
  const shareCode = async () => (await run(...SHARE)).split("#")[1] ?? "";
  const openShare = async (code: string) => {
    const { headers } = await sendForm("/share", {}, `code=${code}`);
    return /^__Host-share=([^;]+);/.exec(String(headers["set-cookie"]))?.[1] ?? "";
  };
  const revokedShare = await shareCode();
  const endedShare = await openShare(revokedShare);
  await run("share", "revoke", revokedShare);
  const share = await shareCode();
  await sendForm("/logout", { cookie: `__Host-session=${sessions.ended}` }, "");
  return {
    nobody: bearer(""),
    machine: bearer(machine),
    "superseded token": bearer(superseded),
    "revoked machine": bearer(revoked),
    "API key": bearer(await run("key", "create", "--name", "reader")),
    "revoked key": bearer(key),
    "metrics key": bearer(await run("key", "create", "--name", "prometheus", "--metrics")),
    admin: cookie(sessions.admin),
    viewer: cookie(sessions.viewer),
    "ended session": cookie(sessions.ended),
    "expired session": cookie(sessions.expired),
    "removed person's session": cookie(sessions.removed),
    "share session": cookie(await openShare(share)),
    "revoked share's session": cookie(endedShare),
    "share link": inBody(share),
    "revoked share": inBody(revokedShare),
    code: inBody((await collector.invite()).code),
    "revoked code": inBody(revokedCode),
    "used code": inBody(usedCode),
    link: inBody(await linkCode()),
    "used link": inBody(usedLink),
    "machine's id": bearer("1"),
    "key's name": bearer("reader"),
  };
}
