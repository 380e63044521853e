// The commands of the service managers, run as real processes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { execCommand } from "../../src/service/install/command-runner.ts";

test("a command returns its exit status and its output", () => {
  assert.deepEqual(execCommand(["sh", "-c", "echo out; echo err >&2; exit 3"]), {
    status: 3,
    output: "out\nerr",
  });
});

test("a command that does not exist is reported as such", () => {
  assert.deepEqual(execCommand(["no-such-manager", "--user"]), {
    status: null,
    output: "no-such-manager is not on PATH",
  });
});

test("a command that never ends is killed, and reported as such", () => {
  assert.deepEqual(execCommand(["sh", "-c", "trap '' TERM; exec tail -f /dev/null"], 200), {
    status: null,
    output: "sh did not answer within 0.2 s",
  });
});
