// When the Keychain is read, what is kept in memory, and what a failed read leads to (rules KEYCHAIN-4 and KEYCHAIN-5).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Keychain } from "../../src/limits/keychain/keychain.ts";
import { RETRY_MS, readNote } from "../../src/limits/keychain/note.ts";
import { HOUR, MINUTE, NOW } from "../support/fixtures.ts";
import { credentialsText, makeHome } from "../support/home.ts";
import { fakeSecurity, ITEM, itemText, KEYCHAIN_TOKEN, printing } from "../support/keychain.ts";

const FRESH = itemText({ expiresAt: NOW + 8 * HOUR });

/** A Keychain with this answer, and a home with this credentials file, if any. */
async function world(t: TestContext, script: string, file?: string) {
  const security = await fakeSecurity(t, script);
  const home = await makeHome(t, file === undefined ? {} : { credentials: file });
  const path = join(home.dir, ".agent/.credentials.json");
  const notePath = join(security.folder, "keychain.json");
  const options = { item: ITEM, notePath, security: { program: security.program, timeoutMs: 2_000 } };
  const create = () => new Keychain(options);
  const keychain = create();
  /** The access token, or the code of the error. */
  const read = async (now = NOW, from = keychain) => {
    try {
      const { agentAiOauth } = JSON.parse(await from.read(path, now)) as {
        agentAiOauth: { accessToken: string };
      };
      return agentAiOauth.accessToken;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  };
  return { ...security, keychain, read, create, notePath, path };
}

test("a token is kept in memory until it expires: three reads a day instead of 96", async (t) => {
  const { read, calls, answer } = await world(t, printing(FRESH));
  for (let now = NOW; now < NOW + 8 * HOUR; now += 15 * MINUTE) assert.equal(await read(now), KEYCHAIN_TOKEN);
  assert.equal((await calls()).length, 1);
  await answer(printing(itemText({ accessToken: "the-next-one", expiresAt: NOW + 16 * HOUR })));
  assert.equal(await read(NOW + 8 * HOUR), "the-next-one");
});

test("nothing but the access token and its expiry is kept", async (t) => {
  const { keychain, path } = await world(t, printing(FRESH));
  const text = await keychain.read(path, NOW);
  assert.doesNotMatch(text, /refresh/);
});

test("a token without an expiry date is read again each time", async (t) => {
  const { read, calls } = await world(t, printing(itemText()));
  assert.deepEqual([await read(), await read()], [KEYCHAIN_TOKEN, KEYCHAIN_TOKEN]);
  assert.equal((await calls()).length, 2);
});

test("a token that the server refused is read again", async (t) => {
  const { read, keychain, calls } = await world(t, printing(FRESH));
  await read();
  keychain.forget();
  await read();
  assert.equal((await calls()).length, 2);
});

for (const [code, failure, error] of [
  [44, "absent", "ENOENT"],
  [36, "locked", "EACCES"],
  [51, "denied", "EACCES"],
  [2, "failed", "EACCES"],
] as const) {
  test(`${failure}: no further read for 6 hours, also by another process, then one more`, async (t) => {
    const { read, create, keychain, calls } = await world(t, `exit ${code}`);
    assert.deepEqual([await read(), keychain.failure], [error, failure]);
    const other = create();
    assert.deepEqual([await read(NOW + RETRY_MS - 1, other), other.failure], [error, failure]);
    assert.equal((await calls()).length, 1);
    await read(NOW + RETRY_MS);
    assert.equal((await calls()).length, 2);
    assert.equal(RETRY_MS, 6 * HOUR);
  });
}

test("a read that timed out counts as failed", async (t) => {
  const { keychain, path, create, calls } = await world(t, "sleep 600");
  await assert.rejects(keychain.read(path, NOW), { code: "EACCES" });
  assert.equal(keychain.failure, "timeout");
  await assert.rejects(create().read(path, NOW + HOUR));
  assert.equal((await calls()).length, 1);
});

test("a signal that ends a read is no failed read", async (t) => {
  const { keychain, path, notePath } = await world(t, "sleep 600");
  const stop = new AbortController();
  const reading = keychain.read(path, NOW, stop.signal);
  stop.abort();
  await assert.rejects(reading);
  assert.equal(await readNote(notePath), undefined);
});

test("a read that works again removes the note", async (t) => {
  const { read, answer, notePath, keychain } = await world(t, "exit 36");
  await read();
  assert.equal((await readNote(notePath))?.failure, "locked");
  await answer(printing(FRESH));
  assert.equal(await read(NOW + RETRY_MS), KEYCHAIN_TOKEN);
  assert.deepEqual([await readNote(notePath), keychain.failure], [undefined, undefined]);
});

test("a note from the future does not hold a read up: the clock was wrong", async (t) => {
  const { read, calls } = await world(t, "exit 36");
  await read(NOW + 24 * HOUR);
  await read(NOW);
  assert.equal((await calls()).length, 2);
});

test("the note holds no token, and only its owner can read it", async (t) => {
  const { read, notePath } = await world(t, `${printing(FRESH)}\nexit 51`);
  await read();
  assert.equal(
    await readFile(notePath, "utf8"),
    `{"at":"${new Date(NOW).toISOString()}","failure":"denied"}\n`,
  );
});

const FILE = credentialsText({ accessToken: "of-the-file", expiresAt: NOW + HOUR });
const STALE_FILE = credentialsText({ accessToken: "of-the-file", expiresAt: NOW - HOUR });

test("the file's token is used if the Keychain cannot be read, unless it has expired", async (t) => {
  for (const script of ["exit 44", "exit 36", printing("not JSON")]) {
    assert.equal(await (await world(t, script, FILE)).read(), "of-the-file");
  }
  assert.equal(await (await world(t, "exit 36", STALE_FILE)).read(), "EACCES");
});

test("a valid token of the Keychain wins over the file's", async (t) => {
  assert.equal(await (await world(t, printing(FRESH), FILE)).read(), KEYCHAIN_TOKEN);
});

test("an expired token of the Keychain wins only over an expired one in the file", async (t) => {
  const expired = printing(itemText({ expiresAt: NOW - 1 }));
  assert.equal(await (await world(t, expired, FILE)).read(), "of-the-file");
  assert.equal(await (await world(t, expired, STALE_FILE)).read(), KEYCHAIN_TOKEN);
});

test("an item with the tokens of MCP servers only is no login", async (t) => {
  const { read, keychain } = await world(t, printing('{"mcpOAuth":{}}'));
  assert.deepEqual([await read(), keychain.failure], ["ENOENT", "no_login"]);
});

test("of several items of one service, the user's own is read", async (t) => {
  const { read } = await world(
    t,
    `case "$*" in *"-a me "*) ${printing(FRESH)};; *) ${printing(itemText({ accessToken: "another" }))};; esac`,
  );
  assert.equal(await read(), KEYCHAIN_TOKEN);
});
