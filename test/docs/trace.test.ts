// The trace of a beat in SECURITY.md is true, and leaves out no connection and no file that is written.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { readPage } from "../support/pages.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { readCalls, type SystemCall, withoutStrace } from "../support/system-calls.ts";
import { programsFor } from "../support/test-vendor.ts";

const [, CHECKING = ""] = readPage("SECURITY.md").split("\n## Checking it\n");
/** The page's two commands, and the trace that it shows. */
const [COMMANDS = "", SHOWN_TEXT = ""] = [...CHECKING.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text,
);
const SHOWN = SHOWN_TEXT.trimEnd().split("\n");

/** A call as the page shows it; empty for a call that found nothing to do, or that looked up a name. */
function shown({ name, args, result }: SystemCall, home: string, port: string): string[] {
  if (result.startsWith("-1") && !result.includes("EINPROGRESS")) return [];
  if (/AF_UNIX|AF_NETLINK|^\d+, (?:\[\{nlmsg|\[\{msg_hdr)/.test(args)) return [];
  const text = args
    .replaceAll(home, "~")
    .replace(`htons(${port})`, "htons(443)")
    .replace(/inet_addr\("127\.0\.0\.1"\)/, 'inet_addr("…")')
    .replace(/^\d+(?=, \{sa_family)/, "18");
  // Times, and the result of statx.
  const isLong = name === "statx" || name === "utimensat";
  return [`${name}(${isLong ? text.replace(/(?<=", ).*$/, "…") : text})`];
}

/** The calls of a beat as the page's two commands print them. */
async function traceBeat(t: TestContext): Promise<string[]> {
  const world = await secretsHome(t, { version: "2.1.90" });
  const { dir: home, collector } = world;
  const body = JSON.stringify({ limits: [{ kind: "session", percent: 1 }] });
  collector.answer(({ method }) => ({ status: 200, ...(method === "GET" && { body }) }));
  const { cli } = await programsFor(t, collector.origin);
  const program = join(home, "agent-usage");
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  await chmod(program, 0o755);
  const env = { ...world.env, PATH: `${home}:${process.env["PATH"]}` };
  const sh = (text: string) => promisify(execFile)("sh", ["-c", text], { env, cwd: home });
  await sh("agent-usage beat");
  const { stdout } = await sh(COMMANDS);
  const { port } = new URL(collector.origin);
  return readCalls(stdout).flatMap((call) => shown(call, home, port));
}

const STATE_FOLDER = "~/.local/state/agent-usage/";
const isConnection = (call: string) => call.startsWith("connect(");
const isWrite = (call: string) => !/^connect\(|^statx\(|O_RDONLY/.test(call);
const pathsIn = (call: string) => [...call.matchAll(/"(.+?)"/g)].map(([, path = ""]) => path);

test("the trace of a beat in SECURITY.md, and the text about it, are true", {
  skip: withoutStrace,
}, async (t) => {
  assert.ok(COMMANDS !== "" && SHOWN.length > 1, "no commands or no trace on the page");
  const calls = await traceBeat(t);

  await t.test("every line that it shows is in the trace, in that order", () => {
    let next = 0;
    for (const line of SHOWN) {
      const found = calls.indexOf(line, next);
      assert.notEqual(found, -1, line);
      next = found + 1;
    }
  });

  await t.test("it leaves out no file that is written, and no connection", () => {
    const written = calls.filter(isWrite).flatMap(pathsIn);
    const listed = SHOWN.filter(isWrite).flatMap(pathsIn);
    assert.deepEqual([...new Set(written)].sort(), [...new Set(listed)].sort());
    assert.deepEqual(SHOWN.filter(isConnection), calls.filter(isConnection));
  });

  await t.test("the credentials are opened once, to read", () => {
    const opened = calls.filter((call) => call.includes(".credentials.json"));
    assert.equal(opened.length, 1);
    assert.match(opened[0] ?? "", /^openat\(.*O_RDONLY/);
  });

  await t.test("every file that is written is in the state folder", () => {
    const elsewhere = calls.filter(isWrite).flatMap(pathsIn);
    assert.deepEqual(
      elsewhere.filter((path) => !path.startsWith(STATE_FOLDER)),
      [],
    );
  });

  await t.test("there are two connections, and the state is saved before the second", () => {
    const connections = calls.flatMap((call, index) => (isConnection(call) ? [index] : []));
    const saved = calls.findIndex((call) => call.startsWith("rename(") && call.includes("state.json.tmp"));
    assert.equal(connections.length, 2);
    assert.ok(saved !== -1 && saved < (connections[1] ?? 0));
  });
});
