// What install gives the service of its shell's environment (design: install).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  copiedEnvironment,
  environmentFile,
  shellOnlySettings,
} from "../../src/service/install/environment.ts";
import { runChild } from "../support/child.ts";

for (const name of [
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_USE_ENV_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
]) {
  test(`${name} is copied where it is set`, () => {
    assert.deepEqual(copiedEnvironment({ [name]: "value" }), { [name]: "value" });
  });
}

test("CLAUDE_CONFIG_DIR is copied for the program that honours it, and for no other", async () => {
  const program = `
    const { copiedEnvironment } = await load("src/service/install/environment.ts");
    console.log(JSON.stringify(copiedEnvironment({ CLAUDE_CONFIG_DIR: "/c" })));`;
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), { CLAUDE_CONFIG_DIR: "/c" });
  assert.deepEqual(await runChild(program), {});
});

test("nothing else is copied: no token, no path, nothing that weakens the daemon", () => {
  const env = {
    PATH: "/bin",
    HOME: "/home/me",
    NODE_OPTIONS: "--inspect",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    AGENT_USAGE_BASE_URL: "https://collector.example",
    ANTHROPIC_API_KEY: "sk-1",
    HTTP_PROXY: "http://proxy",
  };
  assert.deepEqual(copiedEnvironment(env), {});
});

test("an empty variable counts as unset", () => {
  assert.deepEqual(copiedEnvironment({ HTTPS_PROXY: "", NO_PROXY: undefined }), {});
});

for (const [what, value] of [
  ["a newline, which would begin a variable of its own", "http://proxy\nNODE_OPTIONS=--inspect"],
  ["a carriage return", "http://proxy\r"],
  ["an escape", "\u001b[31m"],
  ["a NUL", "a\0b"],
  ["a C1 control character", "a\u0085b"],
] as const) {
  test(`a value with ${what} is left out`, () => {
    assert.deepEqual(copiedEnvironment({ HTTPS_PROXY: value, NO_PROXY: "kept" }), { NO_PROXY: "kept" });
  });
}

/** What systemd reads in a file of variables, each in double quotes (systemd.exec(5), EnvironmentFile=). */
function read(text: string): Record<string, string> {
  const lines = text.split("\n").slice(0, -1);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", quoted = ""] =
        /^(\w+)="((?:[^"\\`$]|\\["\\`$])*)"$/.exec(line) ?? assert.fail(line);
      return [name, quoted.replace(/\\(.)/g, "$1")];
    }),
  );
}

test("whatever a value holds, systemd reads the very same", () => {
  const value = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text));
  const special = fc.string({ unit: fc.constantFrom(..."a\"\\`$' #;%".split("")), minLength: 1 });
  fc.assert(
    fc.property(fc.oneof(value, special), (HTTPS_PROXY) => {
      assert.deepEqual(read(environmentFile(copiedEnvironment({ HTTPS_PROXY }))), { HTTPS_PROXY });
    }),
  );
});

test("a file of no variables is empty", () => assert.equal(environmentFile({}), ""));

test("settings that only the shell knows are named, so that install can say so", () => {
  const env = {
    AGENT_USAGE_LABEL: "desk",
    AGENT_USAGE_ACCOUNT: "",
    HOME: "/home/me",
    AGENT_USAGE_LIMITS: "off",
  };
  assert.deepEqual(shellOnlySettings(env), ["AGENT_USAGE_LABEL", "AGENT_USAGE_LIMITS"]);
});
