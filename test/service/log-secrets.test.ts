// No token is in the log, whatever field it was in (rule LOG-2).
import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import pino from "pino";
import { LOG_FORMATS, type LogFormat } from "../../src/base/log/levels.ts";
import { createLog } from "../../src/base/log/log.ts";
import { safeError } from "../../src/base/log/safe-error.ts";
import { runChild } from "../support/child.ts";
import { temporaryFolder } from "../support/folder.ts";

const TOKEN = "sk-planted-4711";

/** What a log writes to standard output, which is a file. */
async function written(
  t: TestContext,
  use: (log: pino.Logger) => void,
  format: LogFormat = "json",
): Promise<string> {
  const path = join(await temporaryFolder(t), "log");
  const descriptor = openSync(path, "a");
  const real = pino.destination;
  t.mock.method(pino, "destination", (options: object) => real({ ...options, fd: descriptor }));
  const log = await createLog({ level: "trace", env: {}, format, secretFields: ["agentAiOauth"] });
  const pipe = t.mock.method(process.stdout, "write", (line: string) => writeSync(descriptor, line) > 0);
  use(log);
  pipe.mock.restore();
  closeSync(descriptor);
  const text = readFileSync(path, "utf8");
  assert.notEqual(text, "");
  return text;
}

const FIELDS = [
  "token",
  "accessToken",
  "refreshToken",
  "access_token",
  "refresh_token",
  "pushToken",
  "authorization",
  "Authorization",
  "headers",
  "cookie",
  "password",
  "secret",
  "credentials",
  "agentAiOauth",
];

const PLACES: Record<string, (field: string) => object> = {
  "at the top": (field) => ({ [field]: TOKEN }),
  "one level down": (field) => ({ config: { [field]: TOKEN } }),
  "two levels down": (field) => ({ request: { options: { [field]: TOKEN } } }),
  "in an object of that name": (field) => ({ [field]: { value: TOKEN } }),
  "in a list": (field) => ({ tried: [{ [field]: TOKEN }] }),
};
for (const format of LOG_FORMATS) {
  for (const [place, plant] of Object.entries(PLACES)) {
    test(`${format}: a token ${place} is not written, in any field that may contain one`, async (t) => {
      const plantAll = (log: pino.Logger) => {
        for (const field of FIELDS) log.info(plant(field), "a line");
      };
      const text = await written(t, plantAll, format);
      assert.doesNotMatch(text, new RegExp(TOKEN));
      assert.equal(text.split("\n").length - 1, FIELDS.length);
      if (format === "json") assert.match(text, /\[redacted\]/);
    });
  }

  test(`${format}: of an error, no message, cause or path is written`, async (t) => {
    const logAll = (log: pino.Logger) => {
      for (const field of ["err", "error", "cause"])
        log.error({ [field]: errorWithToken() }, "a beat failed");
      log.error(errorWithToken(), "a beat failed");
    };
    const text = await written(t, logAll, format);
    assert.doesNotMatch(text, new RegExp(TOKEN));
    assert.match(text, /a beat failed/);
  });
}

test("text: an error shows its type, its code and where it was thrown", async (t) => {
  const text = await written(t, (log) => log.error({ err: errorWithToken() }, "a beat failed"), "text");
  assert.match(text, / ERROR: a beat failed \(Error EPROTO at errorWithToken@log-secrets\.test\.ts:\d+:\d+/);
});

test("text: a line stays one line, whatever its message contains", async (t) => {
  const text = await written(t, (log) => log.warn({}, "a\nb\u001b[31m\u202ec"), "text");
  assert.match(text, /WARN: a\uFFFDb\uFFFD\[31m\uFFFDc\n$/);
});

test("the programs also redact the vendor's own field", async (t) => {
  const program = `
    const { setUp } = await load("src/commands/set-up.ts");
    const { log } = await setUp(1, { program: "agent-usage", out() {}, err() {} });
    log.warn({ agentAiOauth: "${TOKEN}" }, "a line");`;
  const line = await runChild(program, { env: { HOME: await temporaryFolder(t) } });
  assert.equal((line as { agentAiOauth: string }).agentAiOauth, "[redacted]");
});

test("headers are not written, neither as an object nor as a list of pairs", async (t) => {
  const text = await written(t, (log) => {
    log.warn({ headers: { Authorization: `Bearer ${TOKEN}` } }, "a line");
    log.warn({ request: { headers: [["authorization", `Bearer ${TOKEN}`]] } }, "a line");
  });
  assert.doesNotMatch(text, new RegExp(TOKEN));
});

/** An error with the token in every property. */
function errorWithToken(): Error {
  const cause = Object.assign(new TypeError(`fetch with ${TOKEN} failed`), {
    headers: { authorization: TOKEN },
  });
  const error = new Error(`the token ${TOKEN} was refused`, { cause });
  return Object.assign(error, {
    code: "EPROTO",
    request: { token: TOKEN },
    path: `/home/me/${TOKEN}`,
    [TOKEN]: TOKEN,
  });
}

for (const field of ["err", "error", "cause"]) {
  test(`an error logged as \`${field}\` shows its type and its code, and nothing else of it`, async (t) => {
    const text = await written(t, (log) => log.error({ [field]: errorWithToken() }, "a beat failed"));
    assert.doesNotMatch(text, new RegExp(TOKEN));
    const { type, code } = JSON.parse(text)[field] as { type: string; code: string };
    assert.deepEqual([type, code], ["Error", "EPROTO"]);
  });
}

test("an aggregate error does not reveal its errors either", async (t) => {
  const text = await written(t, (log) =>
    log.error(
      { err: new AggregateError([errorWithToken()], TOKEN, { cause: errorWithToken() }) },
      "a beat failed",
    ),
  );
  assert.doesNotMatch(text, new RegExp(TOKEN));
});

for (const [what, thrown] of [
  ["a string", TOKEN],
  ["an object", { message: TOKEN, toString: () => TOKEN }],
  [
    "an error whose message continues like a stack",
    new Error(`no\n    at ${TOKEN} (file.js:1:2)\n    at ${TOKEN}:1:2`),
  ],
  ["an error whose stack was set", Object.assign(new Error("x"), { stack: `Error: ${TOKEN}` })],
] as const) {
  test(`${what} that was thrown does not reveal the token`, () => {
    assert.doesNotMatch(JSON.stringify(safeError(thrown)), new RegExp(TOKEN));
  });
}

test("an error name, code or function name with an unusual form is not shown", () => {
  const odd = `${TOKEN}+0123456789`;
  const thrown = (() => {
    try {
      ({
        [odd]() {
          throw new Error("x");
        },
      })[odd]?.();
    } catch (error) {
      return Object.assign(error as Error, { name: odd, code: odd });
    }
    return undefined;
  })();
  const { type, code, at } = safeError(thrown);
  assert.deepEqual([type, code], ["object", "unknown"]);
  assert.match(at?.[0] ?? "", /@log-secrets\.test\.ts:/);
  assert.doesNotMatch(JSON.stringify(safeError(thrown)), new RegExp(TOKEN));
});

test("a value that throws when it is read is still described", () => {
  const fail = () => {
    throw new Error(TOKEN);
  };
  const getters = { get: fail, configurable: true };
  const hostile: unknown[] = [
    new Proxy({}, { get: fail, getPrototypeOf: fail }),
    Object.defineProperties(new Error("x"), {
      stack: getters,
      message: getters,
      name: getters,
      code: getters,
    }),
    Object.assign(new Error("x"), { stack: 7, message: { toString: fail } }),
    null,
    undefined,
  ];
  for (const thrown of hostile) {
    const { code, at } = safeError(thrown);
    assert.ok(["Error", "unknown"].includes(code));
    assert.equal(at, undefined);
  }
});

test("an error shows where it was thrown: file name, line and column, without the folder", () => {
  const { at } = safeError(new Error("x"));
  assert.match(at?.[0] ?? "", /@log-secrets\.test\.ts:\d+:\d+$/);
  assert.doesNotMatch(at?.join() ?? "", /\/(?!.*node:)/);
});
