// The examples for Caddy and nginx in docs/collector.md, run as they stand there but for names, ports and certificates.
// Each is skipped where its program is missing.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { makeCertificate } from "../../test/support/certificate.ts";
import { type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { freePort } from "../../test/support/loopback.ts";
import {
  isMissing,
  isUp,
  NAME,
  type ReverseProxy,
  replaced,
  send,
  started,
} from "../../test/support/reverse-proxy.ts";

const PAGE = fileURLToPath(new URL("../../docs/collector.md", import.meta.url));

/** The first code block below a heading of the page. */
async function example(heading: string): Promise<string> {
  const page = await readFile(PAGE, "utf8");
  const section = page.slice(page.indexOf(`\n### ${heading}\n`));
  return /```\w*\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
}

/** A collector behind a proxy, started as the page says. */
async function behind(t: TestContext): Promise<{ collector: RunningCollector; upstream: number }> {
  const upstream = await freePort();
  const collector = await runCollector(t, {
    args: ["--trust-proxy", "127.0.0.1", "--url", `https://${NAME}`],
    env: { AGENT_USAGE_COLLECTOR_LISTEN: `127.0.0.1:${upstream}` },
  });
  return { collector, upstream };
}

/** Joins, pushes, signs in and reads the page, all through the proxy. */
async function assertPasses(collector: RunningCollector, proxy: ReverseProxy): Promise<void> {
  await isUp(proxy);
  const { code } = await collector.invite();
  const { machine, program } = SNAPSHOT;
  const joined = await send(proxy, "POST", "/join", { body: { code, program, machine } });
  assert.equal(joined.status, 201, joined.body);
  const authorization = `Bearer ${(JSON.parse(joined.body) as { token: string }).token}`;
  const push = (body: object) => send(proxy, "POST", "/agent-usage", { headers: { authorization }, body });
  assert.equal((await push(SNAPSHOT)).status, 204);
  assert.equal((await push({ ...SNAPSHOT, more: "x".repeat(70_000) })).status, 413);

  const link = (await collector.command("admin")).stdout.trim();
  assert.ok(link.startsWith(`https://${NAME}/login#`), link);
  const form = { "content-type": "application/x-www-form-urlencoded", origin: `https://${NAME}` };
  const body = new URLSearchParams({ code: link.split("#")[1] ?? "" }).toString();
  const login = await send(proxy, "POST", "/login", { headers: form, body });
  assert.deepEqual([login.status, login.headers.location], [303, "/"]);
  const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
  const page = await send(proxy, "GET", "/", { headers: { cookie } });
  assert.equal(page.status, 200);
  assert.match(page.body, /=desk/);

  // What a client claims about its address is not believed: its failures count as its own.
  for (let count = 0; count < 60; count++) {
    await send(proxy, "GET", "/metrics", { headers: { "x-forwarded-for": `192.0.2.${count}` } });
  }
  const forwarded = { "x-forwarded-for": "198.51.100.1" };
  assert.equal((await send(proxy, "GET", "/metrics", { headers: forwarded })).status, 429);
}

test("a push and a page pass through Caddy as the page sets it up", {
  skip: isMissing("caddy"),
}, async (t) => {
  const { collector, upstream } = await behind(t);
  const folder = await temporaryFolder(t);
  const [port, plain] = [await freePort(), await freePort()];
  const config = replaced(await example("Caddy"), [["127.0.0.1:8443", `127.0.0.1:${upstream}`]]);
  assert.ok(config.startsWith(`${NAME} {`));
  const global = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${port}\n}\n`;
  const file = join(folder, "Caddyfile");
  await writeFile(file, global + config);
  const child = started(t, "caddy", ["run", "--config", file], { HOME: folder, XDG_DATA_HOME: folder });
  const ca = () => readFile(join(folder, "caddy/pki/authorities/local/root.crt"), "utf8");
  await assertPasses(collector, { port, ca, child });
});

test("a push and a page pass through nginx as the page sets it up", {
  skip: isMissing("nginx"),
}, async (t) => {
  const { collector, upstream } = await behind(t);
  const folder = await temporaryFolder(t);
  const port = await freePort();
  const { cert, key } = await makeCertificate({ name: NAME });
  await writeFile(join(folder, "cert.pem"), cert);
  await writeFile(join(folder, "key.pem"), key);
  const config = replaced(await example("nginx"), [
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    ["/etc/letsencrypt/live/usage.example/fullchain.pem", join(folder, "cert.pem")],
    ["/etc/letsencrypt/live/usage.example/privkey.pem", join(folder, "key.pem")],
    ["http://127.0.0.1:8443", `http://127.0.0.1:${upstream}`],
  ]);
  const file = join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  await writeFile(
    file,
    `${user}daemon off;\npid ${join(folder, "pid")};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join("\n")}\n${config}}\n`,
  );
  const child = started(t, "nginx", ["-e", "stderr", "-c", file], {});
  await assertPasses(collector, { port, ca: async () => cert, child });
});
