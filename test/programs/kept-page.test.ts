// The page that each refresh writes (rules PAGE-1 to PAGE-4).
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { keepPage } from "../../src/commands/page/index.ts";
import { doctor, healthyHome } from "../support/doctor/healthy-home.ts";
import { beatAt, MINUTE, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { HOME_PATHS, makeHome } from "../support/home.ts";
import { CLI, DAEMON, runProgram, startProgram } from "../support/program.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";
import { requestLine } from "../support/transcript.ts";

const DEBUG = { AGENT_USAGE_LOG_LEVEL: "debug" };
const titlesIn = (page: string): string[] =>
  Array.from(page.matchAll(/<(?:h2|h3)\b[^>]*>(.*?)</g), ([, text = ""]) => text);

test("run --page FILE writes the page of `report --html` after its first refresh, for its owner only, and it reloads itself", async (t) => {
  const at = new Date().toISOString();
  const home = await makeHome(t, { transcripts: { "project/first.jsonl": [requestLine({ at })] } });
  const daemon = await startProgram(t, CLI, ["run", "--page", "usage.html"], {
    env: { ...home.env, ...DEBUG },
  });
  await daemon.waitForLine(/page: ok/);
  daemon.child.kill("SIGTERM");
  const { stdout, stderr, code } = await daemon.ended;
  assert.equal(code, 0);
  const file = join(daemon.home, "usage.html");
  const page = await readFile(file, "utf8");
  assert.match(page, /<meta http-equiv="refresh" content="300">/);
  assert.equal(await modeOf(file), 0o600);
  const report = await runProgram(t, CLI, ["report", "--html", "-"], { env: home.env });
  assert.deepEqual(titlesIn(page), titlesIn(report.stdout));
  assert.doesNotMatch(report.stdout, /http-equiv="refresh"/);
  assert.doesNotMatch(stdout + stderr, /usage\.html/);
});

test("the daemon with the setting `page` writes it at its start, also if the first refresh is skipped", async (t) => {
  const home = await makeHome(t, { state: stateWith({ lastBeat: beatAt(Date.now() - MINUTE) }) });
  const file = join(home.dir, "usage.html");
  const daemon = await startProgram(t, DAEMON, [], {
    env: { ...home.env, ...DEBUG, AGENT_USAGE_PAGE: file },
  });
  await daemon.waitForLine(/page: ok/);
  daemon.child.kill("SIGTERM");
  assert.match((await daemon.ended).stdout, /Skipped: last refresh/);
  assert.match(await readFile(file, "utf8"), /^<!doctype html>/);
});

test("beat writes the page that is set, and only then", async (t) => {
  const home = await makeHome(t);
  const before = await namesIn(home.dir);
  await runProgram(t, CLI, ["beat"], { env: home.env });
  assert.deepEqual(
    (await namesIn(home.dir)).filter((name) => name.endsWith(".html")),
    [],
  );
  const env = { ...home.env, AGENT_USAGE_PAGE: join(home.dir, "usage.html") };
  assert.equal((await runProgram(t, CLI, ["beat"], { env })).code, 0);
  assert.ok(!before.includes("usage.html"));
  assert.ok((await namesIn(home.dir)).includes("usage.html"));
});

test("a page that cannot be written is a warning with a fix and without its path; the refresh succeeds", async (t) => {
  const home = await makeHome(t);
  const env = { ...home.env, AGENT_USAGE_PAGE: join(home.dir, "secret-folder", "usage.html") };
  const { code, stdout, stderr } = await runProgram(t, CLI, ["beat"], { env });
  assert.equal(code, 0);
  assert.match(stdout, /^Refresh 1 done/);
  assert.match(stderr, /the page's folder does not exist. Fix: create it, or set page \(AGENT_USAGE_PAGE\)/);
  assert.doesNotMatch(stdout + stderr, /secret-folder/);
});

test("a file that is not a page stays as it is", async (t) => {
  const home = await makeHome(t);
  const file = await home.put("notes.txt", "my notes");
  const { code, stderr } = await runProgram(t, CLI, ["beat"], {
    env: { ...home.env, AGENT_USAGE_PAGE: file },
  });
  assert.deepEqual([code, await readFile(file, "utf8")], [0, "my notes"]);
  assert.match(stderr, /there is another file in the place of the page, which was not replaced/);
});

test("doctor checks the place of the page", async (t) => {
  const env = await healthyHome(t);
  const withPage = (file: string) => doctor(t, { ...env, AGENT_USAGE_PAGE: file });
  const good = await withPage(join(env["HOME"] ?? "", "usage.html"));
  assert.deepEqual(good.of("page"), [{ id: "page", status: "ok", message: "each refresh writes it" }]);
  const wrong = await withPage(join(env["HOME"] ?? "", HOME_PATHS.state, "usage.html"));
  assert.deepEqual([wrong.code, wrong.of("page")[0]?.status], [1, "failure"]);
  assert.match(wrong.of("page")[0]?.fix ?? "", /^set page \(AGENT_USAGE_PAGE\) to another file/);
});

test("the process that writes the page is killed when the daemon stops, and nothing is logged", async (t) => {
  const folder = await temporaryFolder(t);
  const server = createServer();
  t.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const cli = join(folder, "slow.mjs");
  await writeFile(cli, `import { connect } from "node:net"; connect(${port}, "127.0.0.1");`);
  const [logged, stop] = [[] as string[], new AbortController()];
  const note = (_: object, message: string): unknown => logged.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const kept = keepPage(
    { file: join(folder, "page.html"), stateDir: join(folder, "state"), cli },
    log,
    stop.signal,
  );
  const [socket] = (await once(server, "connection")) as [import("node:net").Socket];
  const closed = once(socket, "close");
  socket.on("error", () => {});
  stop.abort();
  await Promise.all([kept, closed]);
  assert.deepEqual(logged, []);
});
