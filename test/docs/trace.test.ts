// What SECURITY.md shows of a beat under strace is what its two commands show.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { readPage, section } from "../support/pages.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { readCalls, type SystemCall, withoutStrace } from "../support/system-calls.ts";
import { programsFor } from "../support/test-vendor.ts";

const CHECKING = section(readPage("SECURITY.md"), "Checking it");
const COMMANDS = /^```sh\n(env [\s\S]*?)^```$/m.exec(CHECKING)?.[1] ?? "";
const SHOWN = /^```\n([\s\S]*?)^```$/m.exec(CHECKING)?.[1] ?? "";

/** A call as the page shows it; nothing of one that found nothing to do, or looked a name up. */
function shown({ name, args, result }: SystemCall, home: string, port: string): string[] {
  if (result.startsWith("-1") && !result.includes("EINPROGRESS")) return [];
  if (/AF_UNIX|AF_NETLINK|^\d+, (?:\[\{nlmsg|\[\{msg_hdr)/.test(args)) return [];
  const text = args
    .replaceAll(home, "~")
    .replace(`htons(${port})`, "htons(443)")
    .replace(/inet_addr\("127\.0\.0\.1"\)/, 'inet_addr("…")')
    .replace(/^\d+(?=, \{sa_family)/, "18");
  // Times, and what a look at a file gave.
  const isLong = name === "statx" || name === "utimensat";
  return [`${name}(${isLong ? text.replace(/(?<=", ).*$/, "…") : text})`];
}

test("the trace of a beat is what the page shows, line by line", { skip: withoutStrace }, async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  const { home, collector } = world;
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
  const calls = readCalls(stdout).flatMap((call) => shown(call, home, port));
  assert.equal(calls.map((line) => `${line}\n`).join(""), SHOWN);
});
