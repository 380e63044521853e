// Real failures of a beat's system calls on its state folder. AGENT_USAGE_LONG_TESTS=1 for every call and code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { savingHome } from "../support/faults/saving-home.ts";
import { runInjected, withoutStrace } from "../support/faults/strace.ts";
import { CLI } from "../support/program.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const CODES = isLong ? ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EACCES", "EMFILE"] : ["ENOSPC"];
const LASTING = isLong ? ["EIO", "ENOSPC"] : [];
const CALLS = isLong
  ? [
      "mkdir",
      "utimensat",
      "statx",
      "openat",
      "getdents64",
      "read",
      "fchmod",
      "write",
      "fsync",
      "close",
      "link",
    ].concat("unlink", "rename", "rmdir")
  : ["write", "fsync"];
/** Calls whose failure does not fail the beat. */
const DISPENSABLE = ["mkdir", "statx", "close", "link", "unlink", "rmdir"];

const faults = [
  ...CODES.map((code) => ({ code, suffix: "" })),
  ...LASTING.map((code) => ({ code, suffix: "+" })),
];

for (const call of CALLS) {
  test(`each ${call} on the state folder fails in turn`, { skip: withoutStrace }, async (t) => {
    for (const { code, suffix } of faults) {
      const outcomes: string[] = [];
      for (let count = 1; ; count++) {
        const home = await savingHome(t);
        const injection = { call, code, when: `${count}${suffix}`, paths: home.paths };
        const ended = await runInjected(t, CLI, ["beat"], injection, home);
        if (!ended.injected) {
          assert.equal(ended.code, 0, ended.stderr);
          assert.ok(count > 1, `no ${call} was made`);
          break;
        }
        const what = `${call} ${injection.when} ${code}`;
        try {
          const isOld = await home.isOld();
          outcomes.push(`${ended.code} ${isOld ? "old" : "new"}`);
          if (ended.code !== 0) await home.assertFailed(ended);
          else assert.ok(!isOld && DISPENSABLE.includes(call), "done");
          // If unlink keeps failing, the file stays until the next beat.
          if (injection.when !== "1+" || call !== "unlink") await home.assertNoTemporary();
          await home.assertNextWorks();
        } catch (error) {
          throw new Error(`${what}: ${ended.stdout}${ended.stderr}`, { cause: error });
        }
      }
      t.diagnostic(`${code}${suffix}: ${outcomes.join(", ")}`);
    }
  });
}

for (const code of ["EOPNOTSUPP", "EINVAL"]) {
  test(`every flush answers ${code}, as on some network file systems: the beat is done`, {
    skip: withoutStrace,
  }, async (t) => {
    const home = await savingHome(t);
    const ended = await runInjected(
      t,
      CLI,
      ["beat"],
      { call: "fsync", code, when: "1+", paths: home.paths },
      home,
    );
    assert.deepEqual([ended.injected, ended.code, await home.isOld()], [true, 0, false], ended.stderr);
  });
}
