// Tokens in errors that a bug throws: neither the fatal line, nor the log of a failed beat, nor Node's own diagnostic
// report contains them (rule LOG-2).
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { CLI, DAEMON } from "../support/program.ts";
import { assertHidden, SECRETS } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";

/** Values that may be thrown; `token` is the push token that the program read. */
const THROWN: Readonly<Record<string, string>> = {
  "an error": 'new Error("refused " + token)',
  "a text": "token",
  "an object": "({ message: token, toString: () => token, stack: token })",
  "an error of errors": "new AggregateError([new Error(token)], token, { cause: new Error(token) })",
  "an error whose message looks like a stack": 'new Error("x\\n    at " + token + " (" + token + ".js:1:2)")',
  "an error full of headers": `Object.assign(new TypeError("fetch failed", { cause: { headers: token } }), {
    headers: { authorization: token }, request: { token }, [token]: token })`,
};

const thrower = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** Throws outside of any beat code while the push is running. */
const outside = (thrown: string, how: string) =>
  thrower(`globalThis.fetch = (url, { headers }) => {
    const token = headers.authorization ?? headers.Authorization;
    const thrown = ${thrown};
    ${how};
    return new Promise(() => {});
  };`);
const UNCAUGHT = "setImmediate(() => { throw thrown; })";
const UNHANDLED = "Promise.reject(thrown)";

/** Throws where a beat expects no error: while it measures its snapshot. */
const inside = (thrown: string) =>
  thrower(`const { byteLength } = Buffer;
  Buffer.byteLength = (text, ...rest) => {
    if (!String(text).startsWith('{"schemaVersion":1')) return byteLength(text, ...rest);
    const token = ${JSON.stringify(SECRETS.push)};
    throw ${thrown};
  };`);

const WAYS = [
  ["is thrown outside a beat", DAEMON, (thrown: string) => outside(thrown, UNCAUGHT)],
  ["is an unhandled rejection", CLI, (thrown: string) => outside(thrown, UNHANDLED)],
  ["is thrown in a beat", DAEMON, inside],
] as const;

for (const [index, [what, thrown]] of Object.entries(THROWN).entries()) {
  // Two kinds of values for each way are enough.
  const [how, program, hook] = WAYS[index % WAYS.length] ?? WAYS[0];
  test(`${what} with a token that ${how} is logged without the token`, async (t) => {
    const world = await secretsHome(t);
    const args = program === CLI ? ["beat"] : [];
    const { ended, places } = await world.run(program, args, { execArgv: ["--import", hook(thrown)] });
    assert.equal(ended.code, hook === inside ? 0 : 70);
    assert.match(`${ended.stdout}${ended.stderr}`, /"msg":"(?:a bug"|the refresh failed)/);
    assertHidden(places);
  });
}

test("the fatal line of a bug contains no token from an error's name, code or function name", async (t) => {
  const world = await secretsHome(t);
  const thrown = `(() => {
    try {
      ({ [token]() { throw new Error("x"); } })[token]();
    } catch (error) {
      return Object.assign(error, { name: token, code: token });
    }
  })()`;
  const execArgv = ["--import", outside(thrown, UNCAUGHT)];
  const { ended, places } = await world.run(CLI, ["beat"], { execArgv });
  assert.equal(ended.code, 70);
  assertHidden(places);
});

test("a bug leaves no Node diagnostic report that contains a token", async (t) => {
  const world = await secretsHome(t);
  const reports = join(world.dir, "reports");
  const exclude = "--report-exclude-env";
  const hasExclude = process.allowedNodeEnvironmentFlags.has(exclude);
  t.diagnostic(hasExclude ? `with ${exclude}` : `this Node has no ${exclude}: no token in the environment`);
  const execArgv = [
    "--report-uncaught-exception",
    `--report-directory=${reports}`,
    ...(hasExclude ? [exclude] : []),
    "--import",
    outside(THROWN["an error"] ?? "", UNCAUGHT),
  ];
  const env = hasExclude ? { AGENT_USAGE_TOKEN: SECRETS.push } : {};
  const { ended, places } = await world.run(CLI, ["beat"], { execArgv, env });
  assert.equal(ended.code, 70);
  t.diagnostic(`reports: ${(await readdir(reports).catch(() => [])).length}`);
  assertHidden(places);
});
