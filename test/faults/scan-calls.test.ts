// Each call of a beat's scan fails: the failure is counted, no day is frozen or lowered, and the push is still made
// (rules SCAN-14, DAYS-6). AGENT_USAGE_LONG_TESTS=1 for real failures of every system call.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import type { ScanFiles } from "../../src/usage/files.ts";
import { createScanner } from "../../src/usage/scan.ts";
import { makeWorld, type World } from "../support/beat-world.ts";
import { snapshotIn, startCollector } from "../support/collector.ts";
import { runInjected, withoutStrace } from "../support/faults/strace.ts";
import { DAY } from "../support/fixtures.ts";
import { makeHome } from "../support/home.ts";
import { CLI } from "../support/program.ts";
import { stateIn } from "../support/state-disk.ts";
import { requestLine } from "../support/transcript.ts";
import { systemError, watching } from "../support/usage/failing-scan-files.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";

/** Scan files on which the call with this index fails; with `forever` all later ones too. */
function failingFrom(index: number, code: string, forever: boolean) {
  const calls: string[] = [];
  const files: ScanFiles = watching((call) => {
    const at = calls.push(call) - 1;
    if (at === index || (forever && at > index)) throw systemError(code, call.replace("Sync", ""));
  });
  return { files, calls };
}

async function worldWithFolders(t: TestContext): Promise<World> {
  const world = await makeWorld(t);
  world.write("project/deep/second.jsonl", [requestLine({ at: "2026-11-10T16:00:00.000Z" })]);
  return world;
}

for (const code of isLong ? ["EIO", "EACCES", "EMFILE", "ENOMEM", "ESTALE"] : ["EIO"]) {
  for (const forever of [false, true]) {
    test(`each call of the scan answers ${code}${forever ? ", and all later ones" : ""}: nothing is frozen, and the push is made`, async (t) => {
      const world = await worldWithFolders(t);
      for (let index = 0, clean = false; !clean; index++) {
        const config = { ...world.config, stateDir: join(world.home, `state-${index}`) };
        const { files, calls } = failingFrom(index, code, forever);
        const result = await world.beat({ config, scanner: createScanner({ roots: [world.root], files }) });
        assert.ok(result.status === "done", result.status);
        const what = calls[index] ?? "none";
        clean = calls.length <= index;
        assert.equal(result.readErrors > 0, !clean, what);
        assert.equal(result.frozen, clean ? 9 : 0, what);
        const { days, lastBeat } = await stateIn(stateNames(config.stateDir).state);
        assert.equal(lastBeat?.readErrors, result.readErrors);
        const frozen = Object.values(days).filter(({ state }) => state === "frozen");
        assert.equal(frozen.length, result.frozen);
        assert.equal(result.push !== "off" && result.push.status, "delivered", what);
        assert.equal(snapshotIn(world.collector.requests.at(-1)).usage.readErrors, result.readErrors);
        if (clean) assert.ok(index > 12, calls.join(" "));
        const next = await world.beat({ config });
        assert.deepEqual(next.status === "done" && [next.readErrors, next.frozen], [0, clean ? 0 : 9], what);
      }
    });
  }
}

const REAL = isLong
  ? ["openat EACCES", "openat EMFILE", "statx EIO", "getdents64 EIO", "pread64 EIO", "close EIO"]
  : ["pread64 EIO"];

for (const fault of REAL) {
  const [call = "", code = ""] = fault.split(" ");
  test(`a real ${call} answers ${code} on each path of the transcripts`, {
    skip: withoutStrace,
  }, async (t) => {
    const collector = await startCollector(t);
    let injections = 0;
    for (let count = 1; ; count++) {
      const at = new Date(Date.now() - 5 * DAY).toISOString();
      const home = await makeHome(t, {
        transcripts: { "a.jsonl": [requestLine({ at })], "deep/b.jsonl": [requestLine({ at })] },
        collector,
      });
      const env = { ...home.env, AGENT_USAGE_LIMITS: "off" };
      const root = home.transcripts;
      const paths = ["", "a.jsonl", "deep", "deep/b.jsonl"].map((name) => join(root, name));
      const pushes = collector.requests.length;
      // A failed close of a listed folder loses nothing, and Node does not report it.
      const faulty = call === "close" ? paths.filter((path) => path.endsWith(".jsonl")) : [root, ...paths];
      const injection = { call, code, when: `${count}`, paths: faulty };
      const ended = await runInjected(t, CLI, ["beat"], injection, { env });
      assert.equal(ended.code, 0, ended.stdout + ended.stderr);
      assert.equal(collector.requests.length, pushes + 1);
      const { days, lastBeat } = await stateIn(home.names.state);
      const hasFrozen = Object.values(days).some(({ state }) => state === "frozen");
      assert.deepEqual([lastBeat?.readErrors, hasFrozen], ended.injected ? [1, false] : [0, true]);
      if (!ended.injected) break;
      assert.match(ended.stdout, /; read_errors=1; /);
      assert.equal(snapshotIn(collector.requests.at(-1)).usage.readErrors, 1);
      injections++;
    }
    t.diagnostic(`${injections} times`);
    assert.ok(injections > 0, `no ${call} was made`);
  });
}
