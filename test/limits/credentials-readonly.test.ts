// Rule SAFETY-1: the credentials file is only read, never written or refreshed.
import assert from "node:assert/strict";
import fs from "node:fs";
import {
  chmod,
  copyFile,
  lstat,
  open,
  readdir,
  readFile,
  rename,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Fetch } from "../../src/base/edges.ts";
import { fetchLimits } from "../../src/limits/fetch.ts";
import { spyOnFiles } from "../support/file-spies.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { credentialsText } from "../support/home.ts";
import { fakeFetch, VERSION } from "../support/limits-call.ts";

/** A real credentials file, alone in its folder, with an old modification time. */
async function credentialsFile(t: TestContext, text = credentialsText()) {
  const folder = await temporaryFolder(t);
  const path = join(folder, ".credentials.json");
  await writeFile(path, text, { mode: 0o600 });
  await utimes(path, 1_000_000_000, 1_000_000_000);
  return { folder, path, look: () => look(folder, path) };
}

/** Everything that a write would change. */
async function look(folder: string, path: string) {
  const { mtimeNs, ctimeNs, mode, ino, nlink, size } = await lstat(path, { bigint: true });
  return {
    names: await readdir(folder),
    bytes: await readFile(path, "utf8"),
    mtimeNs,
    ctimeNs,
    mode,
    ino,
    nlink,
    size,
  };
}

const call = (credentialsPath: string, fetch: Fetch = fakeFetch().fetch) =>
  fetchLimits({ env: {}, credentialsPath, fetch, claudeCodeVersion: VERSION, now: NOW });

const cases: readonly { what: string; text?: string; fetch?: Fetch; status: string }[] = [
  { what: "a call that goes well", status: "ok" },
  { what: "an expired token", text: credentialsText({ expiresAt: NOW - 1 }), status: "token_expired" },
  {
    what: "a token that the server rejects",
    fetch: fakeFetch(() => new Response(null, { status: 401 })).fetch,
    status: "http_error",
  },
  { what: "a half-written file", text: credentialsText().slice(0, 20), status: "unavailable" },
  { what: "an empty file", text: "", status: "unavailable" },
];

for (const { what, text, fetch, status } of cases) {
  test(`${what}: no function that writes is called, and the file does not change`, async (t) => {
    const file = await credentialsFile(t, text);
    const before = await file.look();
    const spies = spyOnFiles(t);
    const result = await call(file.path, fetch);
    spies.stop();
    assert.equal(result.status, status);
    assert.deepEqual(spies.writes, []);
    assert.deepEqual(await file.look(), before);
  });
}

test("the file is opened once, with a plain read", async (t) => {
  const { path } = await credentialsFile(t);
  const spies = spyOnFiles(t);
  await call(path);
  spies.stop();
  assert.deepEqual(
    spies.reads.map(({ name, args }) => [name, args[0]]),
    [["promises.readFile", path]],
  );
});

test("a missing credentials file is not created", async (t) => {
  const folder = await temporaryFolder(t);
  const spies = spyOnFiles(t);
  await call(join(folder, ".credentials.json"));
  spies.stop();
  assert.deepEqual(spies.writes, []);
  assert.deepEqual(await readdir(folder), []);
});

// The spies themselves: if they missed calls, the tests above would prove nothing.
const writing: Readonly<Record<string, (path: string) => unknown>> = {
  "promises.writeFile": (path) => writeFile(path, "x"),
  "promises.truncate": (path) => truncate(path, 0),
  "promises.chmod": (path) => chmod(path, 0o644),
  "promises.utimes": (path) => utimes(path, 1, 1),
  "promises.rename": (path) => rename(path, `${path}.old`),
  "promises.copyFile": (path) => copyFile(path, path.replace(".credentials", "copy")),
  "promises.open": async (path) => (await open(path, "r+")).close(),
  "promises.readFile": (path) => readFile(path, { flag: "w+" }),
  "fs.writeFileSync": (path) => fs.writeFileSync(path, "x"),
  "fs.appendFileSync": (path) => fs.appendFileSync(path, "x"),
  "fs.openSync": (path) => fs.closeSync(fs.openSync(path, fs.constants.O_RDWR)),
  "fs.unlinkSync": (path) => fs.unlinkSync(path),
};

for (const [name, write] of Object.entries(writing)) {
  test(`self-check: a deliberate ${name} is noticed`, async (t) => {
    const { path } = await credentialsFile(t);
    const spies = spyOnFiles(t);
    await write(path);
    spies.stop();
    const [seen] = spies.writes;
    assert.deepEqual([seen?.name, seen?.args[0]], [name, path]);
  });
}

test("self-check: a stream that writes is noticed", async (t) => {
  const { path } = await credentialsFile(t);
  const spies = spyOnFiles(t);
  await new Promise<void>((resolve) => fs.createWriteStream(path).end("x", resolve));
  spies.stop();
  assert.ok(spies.writes.some(({ name }) => name === "fs.createWriteStream"));
});

test("self-check: every function with a writing name is spied on", (t) => {
  const { names } = spyOnFiles(t);
  const stems = [
    "appendFile",
    "chmod",
    "chown",
    "copyFile",
    "link",
    "mkdir",
    "rename",
    "rm",
    "truncate",
    "unlink",
  ];
  for (const stem of [...stems, "utimes", "writeFile", "open", "symlink", "cp", "lutimes", "lchown"]) {
    for (const name of [`fs.${stem}`, `fs.${stem}Sync`, `promises.${stem}`])
      assert.ok(names.includes(name), name);
  }
  for (const stem of ["write", "writev", "ftruncate", "fchmod", "futimes", "fsync"]) {
    for (const name of [`fs.${stem}`, `fs.${stem}Sync`]) assert.ok(names.includes(name), name);
  }
});
