// What install copies from the shell's environment to the service (rule INSTALL-4).
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import {
  copyVariables,
  shellOnlySettings,
  uncopiedVariables,
} from "../../src/service/install/copied-variables.ts";
import {
  formatServiceEnv,
  parseServiceEnv,
  userLinesIn,
} from "../../src/service/install/service-env-file.ts";
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
  test(`${name} is copied if it is set`, () => {
    const value = /^https_proxy$/i.test(name) ? "http://proxy:3128" : "/value";
    assert.deepEqual(copyVariables({ [name]: value }), { [name]: value });
  });
}

test("CLAUDE_CONFIG_DIR is copied for the program that uses it, and for no other", async () => {
  const program = `
    const { copyVariables } = await load("src/service/install/copied-variables.ts");
    console.log(JSON.stringify(copyVariables({ CLAUDE_CONFIG_DIR: "/c" })));`;
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), { CLAUDE_CONFIG_DIR: "/c" });
  assert.deepEqual(await runChild(program), {});
});

test("a relative NODE_EXTRA_CA_CERTS is made absolute: the service runs in another folder", () => {
  const { NODE_EXTRA_CA_CERTS } = copyVariables({ NODE_EXTRA_CA_CERTS: "certs/ca.pem" });
  assert.equal(NODE_EXTRA_CA_CERTS, join(process.cwd(), "certs/ca.pem"));
});

test("a relative CLAUDE_CONFIG_DIR, which the daemon refuses, is not copied but reported", async () => {
  const program = `
    const { copyVariables, uncopiedVariables } = await load("src/service/install/copied-variables.ts");
    const env = { CLAUDE_CONFIG_DIR: "rel/secret" };
    console.log(JSON.stringify([copyVariables(env), uncopiedVariables(env)]));`;
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), [
    {},
    [{ name: "CLAUDE_CONFIG_DIR", reason: "is a relative path, which the service would refuse" }],
  ]);
});

test("nothing else is copied: no token, no PATH, nothing that weakens the daemon", () => {
  const env = {
    PATH: "/bin",
    HOME: "/home/me",
    NODE_OPTIONS: "--inspect",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    AGENT_USAGE_BASE_URL: "https://collector.example",
    ANTHROPIC_API_KEY: "sk-1",
    HTTP_PROXY: "http://proxy",
  };
  assert.deepEqual(copyVariables(env), {});
});

test("an empty variable counts as unset", () => {
  assert.deepEqual(copyVariables({ HTTPS_PROXY: "", NO_PROXY: undefined }), {});
});

for (const [what, value] of [
  ["a newline, which would start another variable", "http://proxy\nNODE_OPTIONS=--inspect"],
  ["a carriage return", "http://proxy\r"],
  ["an escape", "\u001b[31m"],
  ["a NUL", "a\0b"],
  ["a C1 control character", "a\u0085b"],
  ["U+FFFF, which systemd accepts in no file", "a\uffffb"],
  ["a noncharacter of a higher plane", "a\u{1fffe}b"],
  ["a noncharacter of the Arabic block", "a\ufdd0b"],
] as const) {
  test(`a value with ${what} is not copied; the variable is named without its value`, () => {
    const env = { HTTPS_PROXY: value, NO_PROXY: "kept" };
    assert.deepEqual(copyVariables(env), { NO_PROXY: "kept" });
    const [left] = uncopiedVariables(env);
    assert.equal(left?.name, "HTTPS_PROXY");
    assert.match(left?.reason ?? "", /^contains a (control character|Unicode noncharacter)$/);
  });
}

/** What systemd reads from an environment file whose values are in double quotes (systemd.exec(5), EnvironmentFile=). */
function read(text: string): Record<string, string> {
  const lines = text.split("\n").slice(0, -1);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", quoted = ""] =
        /^(\w+)="((?:[^"\\`$]|\\["\\`$])*)"$/.exec(line) ?? assert.fail(line);
      return [name, quoted.replace(/\\(.)/gs, "$1")];
    }),
  );
}

test("systemd reads exactly the value that was written, whatever it contains", () => {
  const value = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => !/[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(text));
  const special = fc.string({
    unit: fc.constantFrom("\u2028", "\u2029", ..."a\"\\`$' #;%".split("")),
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.oneof(value, special), (NO_PROXY) => {
      const text = formatServiceEnv(copyVariables({ NO_PROXY }));
      assert.deepEqual([read(text), parseServiceEnv(text)], [{ NO_PROXY }, { NO_PROXY }]);
    }),
  );
});

test("the user's own lines are kept, and the lines that install wrote are not", () => {
  const ownLines = `# mine\nLOG='a b'\n\nAGENT_USAGE_LABEL=desk\n`;
  const file = formatServiceEnv({ HTTPS_PROXY: "http://old" }, ownLines);
  assert.equal(userLinesIn(file), ownLines);
  assert.deepEqual(parseServiceEnv(file), {
    HTTPS_PROXY: "http://old",
    LOG: "a b",
    AGENT_USAGE_LABEL: "desk",
  });
});

test("a file without the user's own lines returns none", () => {
  assert.equal(userLinesIn(formatServiceEnv({ HTTPS_PROXY: "http://old" })), "");
});

test("a file without variables is empty", () => assert.equal(formatServiceEnv({}), ""));

test("settings that are set in the shell only are listed; limits are not, because install copies `off`", () => {
  const env = {
    AGENT_USAGE_LABEL: "desk",
    AGENT_USAGE_ACCOUNT: "",
    HOME: "/home/me",
    AGENT_USAGE_LIMITS: "on",
  };
  assert.deepEqual(shellOnlySettings(env, {}), ["AGENT_USAGE_LABEL"]);
  assert.deepEqual(shellOnlySettings(env, { AGENT_USAGE_LABEL: "desk" }), []);
});
