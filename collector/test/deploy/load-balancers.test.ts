// HAProxy and nginx in front of two collectors on one PostgreSQL, with the settings in deploy/ as they stand there but for names,
// ports and certificates. AGENT_USAGE_LONG_TESTS=1, and
// each is skipped where its program is missing.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { Agent } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, type TestContext, test } from "node:test";
import pg from "pg";
import { makeCertificate } from "../../../test/support/certificate.ts";
import { type RunningCollector, runCollector } from "../../../test/support/collector-program.ts";
import { deployFile } from "../../../test/support/deploy/files.ts";
import { Load } from "../../../test/support/failover/load.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { freePort } from "../../../test/support/loopback.ts";
import {
  isMissing,
  isUp,
  NAME,
  type ReverseProxy,
  replaced,
  send,
  started,
} from "../../../test/support/reverse-proxy.ts";
import { postgresMissing, type Server, startPostgres } from "../../../test/support/store/postgres.ts";

const notHere = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? await postgresMissing() : "long";
let server: Server | undefined;
after(() => server?.remove());

interface Pair {
  readonly collectors: readonly [RunningCollector, RunningCollector];
  readonly ports: readonly [number, number];
  readonly database: string;
}

async function twoCollectors(t: TestContext): Promise<Pair> {
  server ??= await startPostgres();
  const database = await server.createDatabase();
  const one = async (port: number) =>
    runCollector(t, {
      args: ["--trust-proxy", "127.0.0.1", "--url", `https://${NAME}`],
      env: { AGENT_USAGE_COLLECTOR_LISTEN: `127.0.0.1:${port}`, AGENT_USAGE_COLLECTOR_DATABASE: database },
    });
  const ports = [await freePort(), await freePort()] as const;
  return { collectors: [await one(ports[0]), await one(ports[1])], ports, database };
}

/** Pushes through the proxy, also while a collector is killed, and looks up from where machines joined. */
async function assertBalances(t: TestContext, pair: Pair, proxy: ReverseProxy): Promise<void> {
  await isUp(proxy);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const [first, second] = pair.collectors;
  const through: RunningCollector = {
    ...second,
    send: (method, path, { token, headers = {}, body } = {}) =>
      send(proxy, method, path, {
        headers: {
          // What a client claims about its address.
          "x-forwarded-for": "198.51.100.1",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: body as object }),
        agent,
        localAddress: "127.0.0.7",
      }),
  };
  const load = await Load.of([through], 4);
  load.start();
  await load.more(100);
  first.program.child.kill("SIGKILL");
  await load.more(200);
  await load.stop();
  await load.isKept();
  assert.equal(load.refused, 0);
  const client = new pg.Client(pair.database);
  await client.connect();
  const { rows } = await client.query("select distinct address from audit where who like 'invite %'");
  await client.end();
  assert.deepEqual(rows, [{ address: "127.0.0.7" }]);
}

/** Stops the database, and starts it again: meanwhile the collectors themselves answer, and then all is well by itself. */
async function assertSaysWhatIsWrong(proxy: ReverseProxy, areOut: () => Promise<boolean>): Promise<void> {
  await isUp(proxy);
  await server?.stop("SIGQUIT");
  const asked = async () => send(proxy, "GET", "/readyz");
  try {
    while (!(await areOut()));
    // More often than any balancer forgives.
    for (let n = 0; n < 8; n++) {
      const { status, headers, body } = await asked();
      assert.equal(status, 503);
      assert.ok(headers["retry-after"], body);
      assert.equal(JSON.parse(body).error.code, "unavailable");
    }
  } finally {
    await server?.start();
  }
  while ((await asked()).status !== 200);
}

async function startHaproxy(t: TestContext, { ports }: Pair) {
  const folder = await temporaryFolder(t);
  const port = await freePort();
  const { cert, key } = await makeCertificate({ name: NAME });
  await writeFile(join(folder, "tls"), `${cert}\n${key}`);
  const socket = join(folder, "stats");
  const config = replaced(await deployFile("haproxy/haproxy.cfg"), [
    ["maxconn 4000", `maxconn 4000\n  stats socket ${socket}`],
    ["bind :8443", `bind 127.0.0.1:${port}`],
    ["/run/secrets/tls", join(folder, "tls")],
    ["collector1:8443", `127.0.0.1:${ports[0]}`],
    ["collector2:8443", `127.0.0.1:${ports[1]}`],
  ]);
  await writeFile(join(folder, "haproxy.cfg"), config);
  const child = started(t, "haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], {});
  const areOut = async () => {
    const asking = connect(socket);
    asking.end("show stat\n");
    const states = (await text(asking)).split("\n").map((line) => line.split(","));
    const checked = states.filter(([, name]) => /^collector[12]$/.test(name ?? ""));
    return checked.length === 2 && checked.every((state) => state[17] === "DOWN");
  };
  return { proxy: { port, ca: async () => cert, child }, areOut };
}

async function startNginx(t: TestContext, { ports }: Pair) {
  const folder = await temporaryFolder(t);
  const port = await freePort();
  const { cert, key } = await makeCertificate({ name: NAME });
  await mkdir(join(folder, "tls"));
  await writeFile(join(folder, "tls/fullchain.pem"), cert);
  await writeFile(join(folder, "tls/privkey.pem"), key);
  // Debian's nginx would write to folders of root's.
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const config = replaced(await deployFile("nginx/nginx.conf"), [
    ["/run/nginx.pid", join(folder, "pid")],
    ["/etc/nginx/tls", join(folder, "tls")],
    ["listen 443", `listen 127.0.0.1:${port}`],
    ["collector1:8443", `127.0.0.1:${ports[0]}`],
    ["collector2:8443", `127.0.0.1:${ports[1]}`],
    ["access_log off;", `access_log off; ${temporary.join(" ")}`],
  ]);
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  await writeFile(join(folder, "nginx.conf"), `${user}daemon off;\n${config}`);
  const child = started(t, "nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")], {});
  return { proxy: { port, ca: async () => cert, child }, areOut: async () => true };
}

for (const [name, program, start] of [
  ["HAProxy", "haproxy", startHaproxy],
  ["nginx", "nginx", startNginx],
] as const) {
  const skip = notHere || isMissing(program);

  test(`while the database is away, collectors behind ${name} say so themselves; pushes go on when one is killed, and keep the client's address`, {
    skip,
  }, async (t) => {
    const pair = await twoCollectors(t);
    const { proxy, areOut } = await start(t, pair);
    await assertSaysWhatIsWrong(proxy, areOut);
    await assertBalances(t, pair, proxy);
  });
}
