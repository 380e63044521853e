// A stand-in for macOS's /usr/bin/security, and what its items contain.
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { vendor } from "#vendor";
import { temporaryFolder } from "./folder.ts";

export const ITEM = { service: "Agent-credentials", account: "me" };
export const KEYCHAIN_TOKEN = "a-token-of-the-keychain";

/** The password of an item: a login, and whatever `more` adds. */
export function itemText(login: object = {}, more: object = {}): string {
  return JSON.stringify({
    [vendor.credentialsKey]: { accessToken: KEYCHAIN_TOKEN, refreshToken: "a-refresh-token", ...login },
    ...more,
  });
}

/** What `security -w` prints for a password with any byte that is not printable ASCII. */
export const asHex = (text: string): string => Buffer.from(text).toString("hex");

export interface Security {
  readonly program: string;
  /** Changes what it does from now on: shell code that prints, waits and exits. */
  readonly answer: (script: string) => Promise<void>;
  /** The arguments of each call. */
  readonly calls: () => Promise<string[]>;
  readonly folder: string;
}

export const printing = (text: string): string => `printf '%s\n' '${text}'`;

export async function fakeSecurity(t: TestContext, script: string): Promise<Security> {
  const folder = await temporaryFolder(t);
  const program = join(folder, "security");
  const log = join(folder, "calls");
  const answer = async (code: string) => {
    await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n${code}\n`);
    await chmod(program, 0o755);
  };
  await answer(script);
  const calls = async () => (await readFile(log, "utf8").catch(() => "")).split("\n").slice(0, -1);
  return { program, answer, calls, folder };
}
