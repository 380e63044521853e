// What each answer of a service manager means for the service (rule CLI-5). Status, doctor and uninstall all read it here.
import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { CommandRunner } from "../../src/service/install/command-runner.ts";
import { serviceState } from "../../src/service/install/service-state.ts";

const HOME = "/home/me";

/** A fake manager: the answer to a command with the given word in it. */
function answering(answers: Readonly<Record<string, ReturnType<CommandRunner>>>): CommandRunner {
  return (command) => {
    const word = Object.keys(answers).find((name) => command.includes(name));
    assert.ok(word !== undefined, `no answer to ${command.join(" ")}`);
    return answers[word] ?? { status: null, output: "" };
  };
}

for (const [activeState, loadState, status, isActive] of [
  ["active", "loaded", "running", true],
  ["reloading", "loaded", "running", true],
  ["refreshing", "loaded", "running", true],
  ["activating", "loaded", "starting", true],
  ["deactivating", "loaded", "stopped", true],
  ["maintenance", "loaded", "stopped", true],
  ["inactive", "loaded", "stopped", false],
  ["inactive", "not-found", "not_installed", false],
  ["unknown", "not-found", "not_installed", false],
  ["failed", "loaded", "failed", false],
  ["Failed to connect to bus: No medium found", "", "unknown", false],
] as const) {
  const unit = loadState === "" ? "" : ` for a unit that is ${loadState}`;
  test(`systemd answers "${activeState}"${unit}: ${status}, ${isActive ? "" : "not "}active`, () => {
    const run = answering({
      "is-active": { status: activeState === "active" ? 0 : 3, output: activeState },
      show: { status: 0, output: loadState },
    });
    assert.deepEqual(serviceState({ manager: "systemd", env: { HOME }, run }), { status, isActive });
  });
}

test("systemctl cannot be run: unknown, not active", () => {
  const run = answering({ systemctl: { status: null, output: "systemctl is not on PATH" } });
  const state = serviceState({ manager: "systemd", env: { HOME }, run });
  assert.deepEqual(state, { status: "unknown", isActive: false });
});

for (const [exit, output, hasPlist, status, isActive] of [
  [0, "gui/501/agent-usage = {\n\tstate = running\n}", true, "running", true],
  [0, "gui/501/agent-usage = {\n\tstate = not running\n}", true, "stopped", true],
  [113, 'Could not find service "agent-usage"', true, "stopped", false],
  [113, 'Could not find service "agent-usage"', false, "not_installed", false],
  [null, "", true, "unknown", false],
] as const) {
  test(`launchctl print ends with ${exit}${hasPlist ? "" : ", without a plist"}: ${status}`, () => {
    const run = answering({ print: { status: exit, output } });
    const state = serviceState({ manager: "launchd", env: { HOME }, run }, () => hasPlist);
    assert.deepEqual(state, { status, isActive });
  });
}

for (const [what, named, home] of [
  ["the plist is looked up in the HOME of the given environment", HOME, HOME],
  ["a HOME that is not an absolute path is ignored, as it is by install", "me", userInfo().homedir],
] as const) {
  test(`launchd: ${what}`, () => {
    const paths: string[] = [];
    const run = answering({ print: { status: 113, output: "" } });
    serviceState({ manager: "launchd", env: { HOME: named }, run }, (path) => paths.push(path) > 0);
    assert.deepEqual(paths, [join(home, "Library/LaunchAgents/agent-usage.plist")]);
  });
}
