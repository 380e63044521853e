// The text of the systemd user unit (rules INSTALL-6 to INSTALL-8). For systemd's own view of it, see user-manager.test.ts.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { EXIT } from "../../src/base/exit-codes.ts";
import { execWord } from "../../src/base/systemd.ts";
import { systemdUnit } from "../../src/service/install/systemd-unit.ts";

const UNIT = systemdUnit({
  program: "agent-usage",
  execStart: '"/usr/bin/node" "/opt/agent-usage/dist/daemon.js"',
  environmentFile: "%h/.config/agent-usage/service.env",
});

/** The value of a setting, which must not be there twice. */
function setting(name: string, unit = UNIT): string | undefined {
  const lines = unit.split("\n").filter((line) => line.startsWith(`${name}=`));
  assert.ok(lines.length <= 1, `${name} is set ${lines.length} times`);
  return lines[0]?.slice(name.length + 1);
}

for (const [word, expected] of [
  ["/usr/bin/node", '"/usr/bin/node"'],
  ["/opt/my node/bin/node", '"/opt/my node/bin/node"'],
  ['/opt/"q"/node', '"/opt/\\"q\\"/node"'],
  ["/opt/it's/node", '"/opt/it\'s/node"'],
  ["/opt/100%h/node", '"/opt/100%%h/node"'],
  ["/opt/$HOME/node", '"/opt/$$HOME/node"'],
  ["/opt/$(id)/node", '"/opt/$$(id)/node"'],
  ["/opt/a\\b/node", '"/opt/a\\\\b/node"'],
] as const) {
  test(`the word ${word} is written as ${expected}`, () => assert.equal(execWord(word), expected));
}

/** What systemd reads from a quoted word (systemd.service(5), Command lines; systemd.unit(5), Specifiers). */
function read(word: string): string {
  assert.match(word, /^"(?:[^"\\]|\\["\\])*"$/);
  const unquoted = word.slice(1, -1).replace(/\\(.)/g, "$1");
  const specified = unquoted.replace(/%(.)/g, (_, letter: string) => {
    assert.equal(letter, "%");
    return "%";
  });
  return specified.replace(/\$(.)/gs, (_, letter: string) => {
    assert.equal(letter, "$");
    return "$";
  });
}

test("systemd reads exactly the path that was written, whatever it contains", () => {
  const path = fc.string({ unit: fc.constantFrom(..."ab /\"'\\%$ {}h;#é".split("")) });
  fc.assert(fc.property(path, (text) => read(execWord(text)) === text));
});

test("the service restarts after every exit code except those that a restart does not fix", () => {
  assert.equal(setting("Restart"), "on-failure");
  const prevented = setting("RestartPreventExitStatus")
    ?.split(" ")
    .map((code) => Number(code));
  assert.deepEqual(prevented, [EXIT.failed, EXIT.state, EXIT.commandLine]);
  assert.ok(!new Set<number | undefined>(prevented).has(EXIT.bug));
});

for (const [name, value] of [
  ["RestartSec", "30"],
  ["StartLimitBurst", "5"],
  ["StartLimitIntervalSec", "600"],
  ["UMask", "0077"],
  ["UnsetEnvironment", "NODE_DEBUG NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED OPENSSL_CONF"],
  ["NoNewPrivileges", "yes"],
  ["RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX"],
  ["RestrictNamespaces", "yes"],
  ["RestrictRealtime", "yes"],
  ["RestrictSUIDSGID", "yes"],
  ["LockPersonality", "yes"],
  ["SystemCallArchitectures", "native"],
  ["SystemCallFilter", "@system-service @pkey"],
  ["SystemCallErrorNumber", "EPERM"],
  ["IOSchedulingClass", "idle"],
  ["WantedBy", "default.target"],
] as const) {
  test(`the unit has ${name}=${value}`, () => assert.equal(setting(name), value));
}

test("memory and tasks are limited, and the priority is low", () => {
  assert.match(setting("MemoryMax") ?? "", /^\d+[MG]$/);
  assert.match(setting("TasksMax") ?? "", /^\d+$/);
  assert.ok(Number(setting("Nice")) > 0);
});

test("the stop timeout is finite and longer than the daemon takes", () => {
  const seconds = Number(setting("TimeoutStopSec"));
  assert.ok(seconds > 5 && seconds <= 30);
});

for (const name of [
  "MemoryDenyWriteExecute",
  "LimitAS",
  "ProtectSystem",
  "ProtectHome",
  "PrivateTmp",
  "After",
]) {
  test(`${name}= is left out: it aborts V8, or has no effect in a user unit`, () => {
    assert.equal(setting(name), undefined);
  });
}

for (const program of ["agent-usage", "agent-usage-claude-code"]) {
  test(`${program}'s template for the usual place differs from an installed unit only in its paths`, async () => {
    const path = new URL(`../../systemd/${program}.service`, import.meta.url);
    const template = await readFile(path, "utf8");
    const installed = systemdUnit({
      program,
      execStart: setting("ExecStart", template) ?? "",
      environmentFile: setting("EnvironmentFile", template)?.slice(1) ?? "",
    });
    assert.equal(template, installed);
    assert.match(setting("ExecStart", template) ?? "", /%h\//);
  });
}
