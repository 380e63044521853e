// Whether the service runs, as its manager tells it (rule CLI-5).
import assert from "node:assert/strict";
import { test } from "node:test";
import { askService } from "../../src/commands/status/service.ts";
import type { Run } from "../../src/service/install/run.ts";

/** A manager that gives these answers, by a word of the command. */
function answering(answers: Readonly<Record<string, { status: number | null; output: string }>>): Run {
  return (command) => {
    const word = Object.keys(answers).find((name) => command.includes(name));
    assert.ok(word !== undefined, `nobody asks ${command.join(" ")}`);
    return answers[word] ?? { status: null, output: "" };
  };
}

for (const [activity, load, expected] of [
  ["active", "loaded", "running"],
  ["activating", "loaded", "starting"],
  ["failed", "loaded", "failed"],
  ["inactive", "loaded", "stopped"],
  ["inactive", "not-found", "not_installed"],
  ["Failed to connect to bus: No medium found", "", "unknown"],
] as const) {
  test(`systemd says ${activity}${load === "" ? "" : ` of a unit that is ${load}`}: ${expected}`, () => {
    const run = answering({
      "is-active": { status: activity === "active" ? 0 : 3, output: activity },
      show: { status: 0, output: load },
    });
    assert.deepEqual(askService("systemd", run), { manager: "systemd", status: expected });
  });
}

for (const [status, output, hasPlist, expected] of [
  [0, "gui/501/agent-usage = {\n\tstate = running\n}", true, "running"],
  [0, "gui/501/agent-usage = {\n\tstate = not running\n}", true, "stopped"],
  [113, 'Could not find service "agent-usage"', true, "stopped"],
  [113, 'Could not find service "agent-usage"', false, "not_installed"],
  [null, "", true, "unknown"],
] as const) {
  test(`launchctl print ends with ${status}${hasPlist ? "" : ", no plist there"}: ${expected}`, () => {
    const answer = askService("launchd", answering({ print: { status, output } }), () => hasPlist);
    assert.deepEqual(answer, { manager: "launchd", status: expected });
  });
}

test("where there is no manager nothing is asked", () => {
  assert.deepEqual(askService(undefined, answering({})), { manager: null, status: "unknown" });
});
