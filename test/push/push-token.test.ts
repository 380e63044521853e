// Where the collector's token comes from (rule SETTINGS-5).
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readPushToken } from "../../src/push/token.ts";
import { temporaryFolder } from "../support/folder.ts";

test("the token is the file's content, trimmed", async (t) => {
  const file = join(await temporaryFolder(t), "token");
  await writeFile(file, "  abc.DEF-1~+/=\r\n\n");
  assert.deepEqual(await readPushToken(file, {}), { status: "ok", token: "abc.DEF-1~+/=" });
});

test("if no file is set, push-token in $CREDENTIALS_DIRECTORY is read", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "push-token"), "from-systemd\n");
  assert.deepEqual(await readPushToken(undefined, { CREDENTIALS_DIRECTORY: folder }), {
    status: "ok",
    token: "from-systemd",
  });
});

test("a file that is set wins over $CREDENTIALS_DIRECTORY", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "push-token"), "from-systemd\n");
  const file = join(folder, "named");
  await writeFile(file, "named\n");
  assert.deepEqual(await readPushToken(file, { CREDENTIALS_DIRECTORY: folder }), {
    status: "ok",
    token: "named",
  });
});

test("without a file and without $CREDENTIALS_DIRECTORY there is no token", async (t) => {
  const none = { status: "none" };
  assert.deepEqual(await readPushToken(undefined, {}), none);
  assert.deepEqual(await readPushToken(undefined, { CREDENTIALS_DIRECTORY: "" }), none);
  const CREDENTIALS_DIRECTORY = await temporaryFolder(t);
  assert.deepEqual(await readPushToken(undefined, { CREDENTIALS_DIRECTORY }), none);
});

test("a file that is set but missing, or not a file, is unreadable", async (t) => {
  const folder = await temporaryFolder(t);
  assert.deepEqual(await readPushToken(join(folder, "none"), {}), { status: "unreadable", code: "ENOENT" });
  assert.deepEqual(await readPushToken(folder, {}), { status: "unreadable", code: "EISDIR" });
});

test("a file with no token, two tokens or characters not allowed in a header is malformed", async (t) => {
  const file = join(await temporaryFolder(t), "token");
  for (const text of ["", "\n", "two words", "two\nlines", "t\u00e9l\u00e9", "a\0b", "tab\tin it"]) {
    await writeFile(file, text);
    assert.deepEqual(await readPushToken(file, {}), { status: "malformed" }, JSON.stringify(text));
  }
});
