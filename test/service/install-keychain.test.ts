// `install` on a Mac offers to read the login in the Keychain (rule KEYCHAIN-6).
import assert from "node:assert/strict";
import { lstat, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { runChild } from "../support/child.ts";
import { temporaryFolder } from "../support/folder.ts";

const SETTINGS = ".config/agent-usage-claude-code/config.json";

interface Offer {
  readonly platform?: string;
  readonly answer?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the offer in the program for Claude Code; returns its note and the question that it asked. */
async function offer(home: string, { platform = "darwin", answer, env = {} }: Offer) {
  const program = `
    const { offerKeychain } = await load("src/commands/install/keychain-offer.ts");
    const asked = [];
    const answer = ${JSON.stringify(answer ?? null)};
    const ask = answer === null ? undefined : async (question) => { asked.push(question); return answer; };
    const env = { HOME: ${JSON.stringify(home)}, ...${JSON.stringify(env)} };
    const { note = null } = await offerKeychain({ env, platform: "${platform}", ask });
    console.log(JSON.stringify({ note, asked }));`;
  return (await runChild(program, { conditions: ["claude-code"] })) as {
    note: string | null;
    asked: string[];
  };
}

async function homeWith(t: TestContext, settings?: object): Promise<string> {
  const home = await temporaryFolder(t);
  if (settings !== undefined) {
    await mkdir(join(home, SETTINGS, ".."), { recursive: true });
    await writeFile(join(home, SETTINGS), JSON.stringify(settings), { mode: 0o600 });
  }
  return home;
}

const settingsIn = async (home: string) =>
  JSON.parse(await readFile(join(home, SETTINGS), "utf8")) as Record<string, unknown>;

test("a yes is saved in a new settings file that only its owner can read", async (t) => {
  const home = await homeWith(t);
  const { note, asked } = await offer(home, { answer: true });
  assert.match(asked[0] ?? "", /\/usr\/bin\/security, only reads, and macOS may ask for your permission/);
  assert.equal(note, `credentials is now "keychain" in ${join(home, SETTINGS)}.`);
  assert.deepEqual(await settingsIn(home), { credentials: "keychain" });
  assert.equal((await stat(join(home, SETTINGS))).mode & 0o777, 0o600);
});

test("a yes keeps the other settings", async (t) => {
  const home = await homeWith(t, { label: "desk" });
  await offer(home, { answer: true });
  assert.deepEqual(await settingsIn(home), { label: "desk", credentials: "keychain" });
});

test("a settings file that is a link stays one", async (t) => {
  const home = await homeWith(t, { label: "desk" });
  const other = await temporaryFolder(t);
  await mkdir(join(other, SETTINGS, ".."), { recursive: true });
  await symlink(join(home, SETTINGS), join(other, SETTINGS));
  await offer(other, { answer: true });
  assert.ok((await lstat(join(other, SETTINGS))).isSymbolicLink());
  assert.deepEqual(await settingsIn(home), { label: "desk", credentials: "keychain" });
});

for (const answer of [false, undefined]) {
  test(`${answer === false ? "a no" : "without a terminal"}: nothing is saved, and a note says how to change that`, async (t) => {
    const home = await homeWith(t);
    const { note } = await offer(home, answer === undefined ? {} : { answer });
    assert.match(
      note ?? "",
      /the macOS Keychain, which is not read, so there may be no limits\. To change that, set "credentials": "keychain"/,
    );
    await assert.rejects(settingsIn(home), { code: "ENOENT" });
  });
}

for (const [what, given, settings] of [
  ["on Linux", { platform: "linux" }, undefined],
  ["if the limits are off", { env: { AGENT_USAGE_LIMITS: "off" } }, undefined],
  ["if the Keychain is set already", {}, { credentials: "keychain" }],
  ["if the file was chosen", {}, { credentials: "file" }],
  ["if a credentials file is named", {}, { credentialsPath: "/c" }],
] as const) {
  test(`${what}, nothing is asked`, async (t) => {
    const home = await homeWith(t, settings);
    assert.deepEqual(await offer(home, { answer: true, ...given }), { note: null, asked: [] });
  });
}

test("CLAUDE_SECURESTORAGE_CONFIG_DIR is copied to the service, also if it is empty", async () => {
  const program = `
    const { copyVariables } = await load("src/service/install/copied-variables.ts");
    const found = ["/s", ""].map((value) => copyVariables({ CLAUDE_SECURESTORAGE_CONFIG_DIR: value, NO_PROXY: "" }));
    console.log(JSON.stringify(found));`;
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), [
    { CLAUDE_SECURESTORAGE_CONFIG_DIR: "/s" },
    { CLAUDE_SECURESTORAGE_CONFIG_DIR: "" },
  ]);
});
