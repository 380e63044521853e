// What is said when PostgreSQL lets nobody in: the cause and what helps, and never the password.
import assert from "node:assert/strict";
import { chmod, chown, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { STORE_OPTIONS, serverOfThisFile } from "../../../test/support/store/databases.ts";
import { postgresMissing } from "../../../test/support/store/postgres.ts";
import { openStore } from "../../src/store/index.ts";

const skip = await postgresMissing();
const SECRET = "a-long-secret";

async function reasonFor(database: string): Promise<string> {
  const opened = await openStore({ ...STORE_OPTIONS, database });
  assert.ok(opened.status !== "open", database);
  assert.doesNotMatch(opened.reason, new RegExp(`${SECRET}|\\n`));
  return opened.reason;
}

/** A database, and roles that the server lets in by other rules. */
async function aServer() {
  const server = await serverOfThisFile();
  const url = await server.createDatabase();
  const as = (role: string) => url.replace("postgres@", `${role}@`);
  return { server, url, as, name: url.slice(url.lastIndexOf("/") + 1) };
}

test("a server that cannot be reached", async () => {
  assert.match(
    await reasonFor(`postgres://me:${SECRET}@127.0.0.1:1/db`),
    /^postgres:\/\/me@127\.0\.0\.1:1\/db refuses connections; start PostgreSQL, or check the host, the port/,
  );
  assert.match(
    await reasonFor("postgres://me@no-such-host.invalid/db"),
    / has a host name that cannot be resolved; /,
  );
});

test("a database, a user and rights that are missing", { skip }, async () => {
  const { server, url, as, name } = await aServer();
  assert.match(await reasonFor(`${url}_no`), /_no does not exist; create it: create database /);
  assert.match(await reasonFor(as("nobody")), / does not know the user, or does not let it log in; /);
  await server.query("create role guest login");
  await server.query(`revoke connect on database ${name} from public`);
  assert.match(await reasonFor(as("guest")), / does not let its user connect; grant it: grant connect /);
  await server.query("create role crowd login connection limit 0");
  await server.query(`grant connect on database ${name} to crowd`);
  assert.match(await reasonFor(as("crowd")), / has no connection left; raise max_connections/);
});

test("TLS that one side wants and the other has not", { skip }, async () => {
  const { server, url, as } = await aServer();
  assert.match(
    await reasonFor(`${url}?sslmode=require`),
    / has no TLS, which sslmode asks for; set ssl = on/,
  );
  await server.query("create role careful login");
  await addRules("hostnossl all careful 127.0.0.1/32 reject");
  assert.match(
    await reasonFor(`${as("careful")}?sslmode=disable`),
    / refuses this user from this address without TLS; set sslmode=require /,
  );
});

test("a password that is wrong, or in a file that is not used", { skip }, async (t) => {
  const { server, as } = await aServer();
  await server.query(`create role locked login password '${SECRET}'`);
  await addRules("host all locked 127.0.0.1/32 scram-sha-256");
  const folder = await temporaryFolder(t);
  const file = join(folder, "pgpass");
  setPassFile(t, file);
  const reason = () => reasonFor(as("locked"));
  assert.match(await reason(), /asks for a password, and \S+pgpass cannot be read: no such file/);
  await writeFile(file, `127.0.0.1:${server.port}:*:locked:${SECRET}-no\n`, { mode: 0o600 });
  assert.match(
    await reason(),
    / refuses the user's password; correct it where it is set: the file that PGPASSFILE/,
  );
  await chmod(file, 0o640);
  assert.match(await reason(), /pgpass is not used, because others can read it; chmod 600 \S+pgpass$/);
  await chmod(file, 0o600);
  await writeFile(file, "elsewhere:5432:*:*:no\n");
  assert.match(
    await reason(),
    /the password file has no line for this host, port, database and user; add HOST/,
  );
  setPassFile(t, folder);
  assert.match(await reason(), / is no file; name a file in PGPASSFILE$/);
});

function setPassFile(t: TestContext, file: string): void {
  process.env["PGPASSFILE"] = file;
  t.after(() => delete process.env["PGPASSFILE"]);
}

/** Puts rules before those of the server. */
async function addRules(rule: string): Promise<void> {
  const server = await serverOfThisFile();
  const file = join(server.folder, "data", "pg_hba.conf");
  const { uid, gid } = await stat(file);
  await writeFile(file, `${rule}\n${await readFile(file, "utf8")}`);
  await chown(file, uid, gid);
  const loadedAt = async () => (await server.query("select pg_conf_load_time()::text as at")).rows[0].at;
  const before = await loadedAt();
  await server.query("select pg_reload_conf()");
  while ((await loadedAt()) === before);
}
