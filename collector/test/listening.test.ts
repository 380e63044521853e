// Where the collector listens, and who may connect: TLS, proxies, Unix sockets, and pages on this machine.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { makeCertificate } from "../../test/support/certificate.ts";
import { COLLECTOR_CLI, runCollector } from "../../test/support/collector-program.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { freePort, listen } from "../../test/support/loopback.ts";
import { runProgram } from "../../test/support/program.ts";

function get(options: https.RequestOptions, secure = false): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = (secure ? https : http).request({ path: "/livez", agent: false, ...options });
    call.on("error", reject);
    call.on("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    call.end();
  });
}

test("behind a proxy, a listed peer speaks plain HTTP and all others get 403", async (t) => {
  const [port, other] = [await freePort(), await freePort()];
  const url = { AGENT_USAGE_COLLECTOR_URL: "https://usage.example" };
  const listenOn = (free: number) => ({ ...url, AGENT_USAGE_COLLECTOR_LISTEN: `127.0.0.1:${free}` });
  await runCollector(t, { args: ["--trust-proxy", "127.0.0.0/8"], env: listenOn(port) });
  assert.equal((await get({ port, host: "127.0.0.1" })).status, 200);
  await runCollector(t, { args: ["--trust-proxy", "10.0.0.0/8"], env: listenOn(other) });
  const refused = await get({ port: other, host: "127.0.0.1", headers: { "x-forwarded-for": "10.0.0.1" } });
  assert.equal(refused.status, 403);
  assert.equal(JSON.parse(refused.body).error.code, "forbidden");
});

test("behind a proxy, failures are counted by the address that the proxy names", async (t) => {
  const port = await freePort();
  await runCollector(t, {
    args: ["--trust-proxy", "127.0.0.1"],
    env: {
      AGENT_USAGE_COLLECTOR_URL: "https://u.example",
      AGENT_USAGE_COLLECTOR_LISTEN: `127.0.0.1:${port}`,
    },
  });
  const fail = (from: string) =>
    get({ port, host: "127.0.0.1", path: "/metrics", headers: { "x-forwarded-for": from } });
  for (let count = 0; count < 60; count++) await fail("192.0.2.1");
  assert.equal((await fail("192.0.2.1")).status, 429);
  assert.equal((await fail("192.0.2.2")).status, 401);
});

test("behind a proxy, a line has no fingerprint: the proxy has the certificate", async (t) => {
  const env = { AGENT_USAGE_COLLECTOR_URL: "https://usage.example" };
  const collector = await runCollector(t, { args: ["--trust-proxy", "127.0.0.1"], env });
  const { line, fingerprint, code } = await collector.invite();
  assert.deepEqual([line, fingerprint], [`https://usage.example#${code}`, null]);
});

test("a Unix socket speaks TLS, or plain HTTP behind a proxy", async (t) => {
  const folder = await temporaryFolder(t);
  const socketPath = join(folder, "s");
  const collector = await runCollector(t, { env: { AGENT_USAGE_COLLECTOR_LISTEN: `unix:${socketPath}` } });
  const ca = await readFile(collector.caFile);
  assert.equal((await get({ socketPath, ca, servername: "localhost" }, true)).status, 200);
  const plain = join(folder, "p");
  await runCollector(t, {
    args: ["--trust-proxy", "10.0.0.0/8"],
    env: { AGENT_USAGE_COLLECTOR_LISTEN: `unix:${plain}`, AGENT_USAGE_COLLECTOR_URL: "https://u.example" },
  });
  assert.equal((await get({ socketPath: plain })).status, 200);
});

test("a certificate of one's own is served, and a line then has no fingerprint", async (t) => {
  const folder = await temporaryFolder(t);
  const { cert, key } = await makeCertificate();
  await writeFile(join(folder, "cert.pem"), cert);
  await writeFile(join(folder, "key.pem"), key, { mode: 0o600 });
  const args = ["--tls-cert", join(folder, "cert.pem"), "--tls-key", join(folder, "key.pem")];
  const collector = await runCollector(t, { args });
  const { port } = new URL(collector.url);
  assert.equal((await get({ host: "127.0.0.1", port, ca: cert }, true)).status, 200);
});

test("the pages for this machine answer to loopback names only, and have no API", async (t) => {
  const port = await freePort();
  const collector = await runCollector(t, { env: { AGENT_USAGE_COLLECTOR_LOCAL: `127.0.0.1:${port}` } });
  const status = async (path: string, host: string) =>
    (await get({ host: "127.0.0.1", port, path, headers: { host } })).status;
  assert.equal(await status("/login", "evil.example"), 403);
  assert.equal(await status("/login", `127.0.0.1:${port + 1}`), 403);
  assert.notEqual(await status("/login", `localhost:${port}`), 403);
  for (const path of ["/agent-usage", "/join", "/api/v1/usage", "/metrics"]) {
    assert.equal(await status(path, `127.0.0.1:${port}`), 404, path);
  }
  const { stdout } = await collector.command("admin", "--local");
  assert.ok(stdout.startsWith(`http://127.0.0.1:${port}/login#`), stdout);
});

test("a port for these pages that is taken is a warning", async (t) => {
  const port = await listen(t, createServer());
  const collector = await runCollector(t, { env: { AGENT_USAGE_COLLECTOR_LOCAL: `127.0.0.1:${port}` } });
  await collector.program.waitForLine(/"level":"warn".*pages for this machine are off/);
  assert.equal((await collector.send("GET", "/livez")).status, 200);
});

test("a port that is taken, and a second collector on one database, are one line and exit 1", async (t) => {
  const first = await runCollector(t);
  const { port } = new URL(first.url);
  const serve = (home: string, listenOn: string) =>
    runProgram(t, COLLECTOR_CLI, ["serve"], {
      env: { HOME: home, AGENT_USAGE_COLLECTOR_LISTEN: listenOn, AGENT_USAGE_COLLECTOR_LOCAL: "off" },
    });
  const taken = await serve(await temporaryFolder(t), `127.0.0.1:${port}`);
  assert.equal(taken.code, 1);
  assert.match(
    taken.stderr,
    /^agent-usage-collector: cannot listen on 127\.0\.0\.1:\d+: in use by another program\n$/,
  );
  const second = await serve(first.home, "127.0.0.1:0");
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^agent-usage-collector: [^\n]*in use[^\n]*\n$/);
});

test("what is printed to a pipe is one line with the URL and no secret", async (t) => {
  const { program, url } = await runCollector(t);
  program.child.kill("SIGTERM");
  const { stdout } = await program.ended;
  const [line = "", ...more] = stdout.trimEnd().split("\n");
  assert.deepEqual(more, []);
  const { level, time, ...rest } = JSON.parse(line);
  assert.deepEqual([level, Number.isNaN(Date.parse(time)), rest], ["info", false, { msg: "listening", url }]);
});

function stalled(t: TestContext, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = https.request({
      host: "127.0.0.1",
      port,
      method: "POST",
      path: "/join",
      rejectUnauthorized: false,
    });
    call.setHeader("content-type", "application/json");
    call.setHeader("content-length", "100");
    call.on("error", () => {});
    call.on("socket", (socket) => socket.on("secureConnect", () => call.write("{", () => resolve())));
    call.on("timeout", reject);
    t.after(() => call.destroy());
  });
}

test("a stop ends, also with a request that never ends", { timeout: 30_000 }, async (t) => {
  const { program, url } = await runCollector(t);
  await stalled(t, Number(new URL(url).port));
  program.child.kill("SIGTERM");
  assert.equal((await program.ended).code, 0);
});

test("a folder whose path is too long for a socket is a warning, and pushes go on", async (t) => {
  const data = join(await temporaryFolder(t), "a".repeat(100));
  const { program, url } = await runCollector(t, { args: ["--data", data] });
  await program.waitForLine(/"level":"warn".*commands cannot reach this collector/);
  const { port } = new URL(url);
  const ca = await readFile(join(data, "ca.pem"));
  assert.equal((await get({ host: "127.0.0.1", port, ca }, true)).status, 200);
});
