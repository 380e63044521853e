// How PostgreSQL is connected to: TLS and passwords as libpq has them, hosts that say nothing, and which rights are enough.
import assert from "node:assert/strict";
import { appendFile, chmod, chown, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeCertificate } from "../../../test/support/certificate.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import {
  openOrFail,
  runBeside,
  STORE_OPTIONS,
  serverOfThisFile,
} from "../../../test/support/store/databases.ts";
import { aDay, aMachine } from "../../../test/support/store/fleet.ts";
import { postgresMissing, type Server } from "../../../test/support/store/postgres.ts";
import { openStore } from "../../src/store/index.ts";

const MONDAY = "2026-11-16";
const skip = await postgresMissing();

/** Opens a database, closes it again, and says how that went. */
async function opening(database: string): Promise<string> {
  const opened = await openStore({ ...STORE_OPTIONS, database });
  if (opened.status !== "open") return opened.reason;
  await opened.store.close();
  return "open";
}

/** Puts a file into the server's data folder, for its user. */
async function put(server: Server, name: string, text: string): Promise<void> {
  const folder = join(server.folder, "data");
  const { uid, gid } = await stat(folder);
  await writeFile(join(folder, name), text, { mode: 0o600 });
  await chown(join(folder, name), uid, gid);
}

/** The same server with TLS. @returns the path of its authority, and the URL of a new database */
async function withTls(t: TestContext) {
  const server = await serverOfThisFile();
  // Valid for localhost, and not for the address that the server has.
  const { key, cert } = await makeCertificate({ ip: "127.0.0.9" });
  await put(server, "server.key", key);
  await put(server, "server.crt", cert);
  await server.query("alter system set ssl = on");
  await server.query("select pg_reload_conf()");
  while ((await server.query("show ssl")).rows[0].ssl !== "on");
  const ca = join(await temporaryFolder(t), "ca.pem");
  await writeFile(ca, cert);
  return { ca, url: await server.createDatabase() };
}

test("certificates are checked as sslmode says, and TLS is used where the server has it", {
  skip,
}, async (t) => {
  const { ca, url } = await withTls(t);
  const other = join(await temporaryFolder(t), "other.pem");
  await writeFile(other, (await makeCertificate()).cert);
  const named = url.replace("127.0.0.1", "localhost");
  assert.equal(await opening(`${named}?sslmode=verify-full&sslrootcert=${ca}`), "open");
  assert.equal(await opening(`${url}?sslmode=verify-ca&sslrootcert=${ca}`), "open");
  assert.equal(await opening(`${url}?sslmode=require`), "open");
  assert.match(
    await opening(`${url}?sslmode=verify-full&sslrootcert=${ca}`),
    /has a certificate for another name than the host in the URL; name the host as the certificate does/,
  );
  const untrusted = [
    `${named}?sslmode=verify-full&sslrootcert=${other}`,
    `${named}?sslmode=verify-ca&sslrootcert=${other}`,
    `${named}?sslmode=require&sslrootcert=${other}`,
    `${named}?sslmode=verify-full`,
    `${named}?sslrootcert=system`,
  ];
  for (const wrong of untrusted)
    assert.match(await opening(wrong), /has a certificate that is not trusted; name its authority/, wrong);

  const encrypted = async (database: string) => {
    const store = await openOrFail(t, { ...STORE_OPTIONS, database });
    await store.ready();
    const name = database.replace(/^.*\/|\?.*$/g, "");
    const { rows } = await (await serverOfThisFile()).query(
      `select distinct s.ssl from pg_stat_ssl s join pg_stat_activity a using (pid) where a.datname = '${name}'`,
    );
    return rows.map(({ ssl }) => ssl);
  };
  assert.deepEqual(await encrypted(url), [true]);
  const plain = await (await serverOfThisFile()).createDatabase();
  assert.deepEqual(await encrypted(`${plain}?sslmode=disable`), [false]);
});

test("a URL with a wrong sslmode or a file that cannot be read is refused", async () => {
  assert.match(await opening("postgres://me@h/db?sslmode=yes"), /sslmode must be one of disable, /);
  assert.match(await opening("postgres://me@h/db?sslmode=verify-ca"), /sslrootcert/);
  assert.match(await opening("postgres://me@h/db?sslrootcert=/no/such/file"), /no such file/);
});

test("the password comes from the file that PGPASSFILE names, host by host", { skip }, async (t) => {
  const server = await serverOfThisFile();
  const url = await server.createDatabase();
  await server.query("create role secretive login superuser password 'a:b\\c'");
  const rules = await readFile(join(server.folder, "data", "pg_hba.conf"), "utf8");
  await put(server, "pg_hba.conf", `host all secretive 127.0.0.1/32 scram-sha-256\n${rules}`);
  await server.query("select pg_reload_conf()");
  const file = join(await temporaryFolder(t), "pgpass");
  await writeFile(file, "127.0.0.1:1:*:*:wrong\n", { mode: 0o600 });
  await appendFile(file, `127.0.0.1:${server.port}:*:secretive:a\\:b\\\\c\n`);
  process.env["PGPASSFILE"] = file;
  t.after(() => delete process.env["PGPASSFILE"]);
  const theirs = url.replace("postgres@127", "secretive@127.0.0.1:1,127");
  assert.equal(await opening(theirs), "open");
  await chmod(file, 0o644);
  assert.match(await opening(theirs), /asks for a password, and \S+ is not used, because others can read it/);
});

test("a first host that accepts connections and says nothing does not keep the primary from being found", {
  skip,
}, async (t) => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  t.after(() => silent.close());
  await new Promise((resolve) => silent.once("listening", resolve));
  const address = silent.address();
  assert.ok(address !== null && typeof address === "object");
  const url = await (await serverOfThisFile()).createDatabase();
  const store = await openOrFail(t, {
    ...STORE_OPTIONS,
    database: url.replace("@", `@127.0.0.1:${address.port},`),
  });
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 1 })]);
});

test("an owner without superuser rights can do everything; one that may only read and write rows can serve", {
  skip,
}, async (t) => {
  const server = await serverOfThisFile();
  const url = await server.createDatabase();
  const name = url.slice(url.lastIndexOf("/") + 1);
  await server.query("create role owning login");
  await server.query("create role serving login");
  await server.query(`alter database ${name} owner to owning`);
  const as = (role: string) => ({ ...STORE_OPTIONS, database: url.replace("postgres@", `${role}@`) });
  const owning = await openOrFail(t, as("owning"));
  const machine = await aMachine(owning);
  await machine.pushed([aDay("2026-10-01", { large: 1 }), aDay(MONDAY, { large: 1 })]);
  // As docs/scale.md has them.
  await runBeside(as("owning"), [
    "grant usage on schema public to serving",
    "grant select, insert, update, delete on all tables in schema public to serving",
    "grant usage on all sequences in schema public to serving",
  ]);
  const serving = await openOrFail(t, as("serving"));
  await serving.ready();
  machine.store = serving;
  await machine.join();
  await machine.pushed([aDay(MONDAY, { large: 2 })]);
  assert.equal(await serving.prune("2026-11-01"), 1);
  assert.deepEqual(await serving.verify(), []);
});
