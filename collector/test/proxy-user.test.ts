// Who a trusted reverse proxy says is signed in.
import assert from "node:assert/strict";
import http from "node:http";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { COLLECTOR_CLI, runCollector } from "../../test/support/collector-program.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { runProgram } from "../../test/support/program.ts";

const socketPath = `${await temporaryFolder({ after })}/s`;
const collector = await runCollector(
  { after },
  {
    args: ["--trust-proxy", "10.0.0.0/8", "--user-header", "X-Remote-User"],
    env: {
      AGENT_USAGE_COLLECTOR_LISTEN: `unix:${socketPath}`,
      AGENT_USAGE_COLLECTOR_URL: "https://u.example",
    },
  },
);
await collector.command("person", "add", "--name", "ada", "--role", "viewer");
await collector.command("person", "add", "--name", "grace é", "--role", "admin");

function ask(path: string, headers: http.OutgoingHttpHeaders, method = "GET") {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const call = http.request({ socketPath, path, method, headers: { host: "u.example", ...headers } });
    call.on("error", reject);
    call.on("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    call.end();
  });
}

const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
const invite = { "content-type": "application/x-www-form-urlencoded", origin: "https://u.example" };

test("a known person is signed in by the header, and signed out without it", async () => {
  const { status: code, body } = await ask("/settings", { "x-remote-user": "ada" });
  assert.equal(code, 200);
  assert.match(body, /You are <b>ada<\/b>, a viewer/);
  assert.doesNotMatch(body, /Sign out/);
  assert.equal(await status("/settings", {}), 303);
});

test("the header gives the person's own role, and a form of another site is refused", async () => {
  const admin = Buffer.from("grace é").toString("latin1");
  assert.equal(await status("/invite", { ...invite, "x-remote-user": admin }, "POST"), 200);
  assert.equal(await status("/invite", { ...invite, "x-remote-user": "ada" }, "POST"), 403);
  const evil = { ...invite, origin: "https://evil.example" };
  assert.equal(await status("/invite", { ...evil, "x-remote-user": admin }, "POST"), 403);
});

for (const value of ["eve", "", "ada,grace", ["ada", "eve"], "x".repeat(200), "\xc2\xa0ada"]) {
  test(`nobody is signed in by ${JSON.stringify(value).slice(0, 30)}`, async () => {
    assert.equal(await status("/settings", { "x-remote-user": value }), 303);
  });
}

for (const [args, message] of [
  [["--user-header", "X-Remote-User"], /--user-header .*needs trustProxy/],
  [["--user-role", "viewer", "--trust-proxy", "127.0.0.1"], /--user-role .*needs userHeader/],
  [["--user-header", "cookie", "--trust-proxy", "127.0.0.1"], /--user-header .*must be the name of a header/],
] as const) {
  test(`serve ${args.join(" ")} stops the start`, async (t) => {
    const env = { HOME: await temporaryFolder(t) };
    const { code, stderr } = await runProgram(t, COLLECTOR_CLI, ["serve", ...args], { env });
    assert.equal(code, 1);
    assert.match(stderr, message);
  });
}
