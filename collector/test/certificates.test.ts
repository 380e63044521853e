// The collector's own certificate authority, and certificates that change while the server runs.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import tls from "node:tls";
import { completeLog } from "../../src/base/edges.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import {
  certificateNames,
  fingerprintOf,
  type KeyPair,
  makeAuthority,
  makeLeaf,
  readCertificate,
  reloadOnChange,
  renewInTime,
} from "../src/tls/index.ts";

const NOW = Date.now();
const DAY_MS = 86_400_000;

async function serve(t: TestContext, { certificate, key }: KeyPair): Promise<tls.Server> {
  const server = tls.createServer({ cert: certificate, key }, (socket) => socket.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return server;
}

/** The certificate that a server shows to one who trusts only this authority. */
async function shownBy(server: tls.Server, ca: string, servername = "localhost") {
  const { port } = server.address() as AddressInfo;
  const socket = tls.connect({ host: "127.0.0.1", port, ca, servername });
  try {
    await once(socket, "secureConnect");
    return socket.getPeerCertificate(true);
  } finally {
    socket.destroy();
  }
}

test("who trusts the authority trusts the leaf, by name and by address", async (t) => {
  const authority = await makeAuthority(NOW);
  const server = await serve(t, await makeLeaf(authority, ["usage.example", "127.0.0.1"], NOW));
  await shownBy(server, authority.certificate, "usage.example");
  await assert.rejects(shownBy(server, authority.certificate, "other.example"), /altnames/i);
});

test("who trusts another authority does not", async (t) => {
  const server = await serve(t, await makeLeaf(await makeAuthority(NOW), ["localhost"], NOW));
  await assert.rejects(shownBy(server, (await makeAuthority(NOW)).certificate));
});

test("the served chain includes the authority that the fingerprint names", async (t) => {
  const authority = await makeAuthority(NOW);
  const server = await serve(t, await makeLeaf(authority, ["localhost"], NOW));
  const { issuerCertificate } = await shownBy(server, authority.certificate);
  const digest = createHash("sha256").update(issuerCertificate.raw).digest("base64url");
  assert.equal(digest, fingerprintOf(authority.certificate));
  assert.match(digest, /^[A-Za-z0-9_-]{43}$/);
});

test("a leaf cannot sign, and a clock that is an hour behind accepts it", async () => {
  const authority = await makeAuthority(NOW);
  const { certificate } = await makeLeaf(authority, ["localhost"], NOW);
  const leaf = new X509Certificate(certificate);
  assert.equal(leaf.ca, false);
  assert.equal(new X509Certificate(authority.certificate).ca, true);
  assert.ok(Date.parse(leaf.validFrom) < NOW - 3_600_000);
});

test("the names are those of the URL, the address and loopback", () => {
  const listen = { kind: "tcp", host: "10.1.2.3", port: 8443 } as const;
  assert.deepEqual(certificateNames("https://usage.example:8443", listen), [
    "usage.example",
    "10.1.2.3",
    "localhost",
    "127.0.0.1",
    "::1",
  ]);
  const any = { ...listen, host: "0.0.0.0" };
  assert.deepEqual(certificateNames("https://[::1]:1", any), ["::1", "localhost", "127.0.0.1"]);
});

test("the leaf is renewed by itself when a third of its time is left", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let now = NOW;
  let renewed = () => {};
  const done = new Promise<void>((resolve) => {
    renewed = resolve;
  });
  const given: string[] = [];
  const holder = { setSecureContext: ({ cert }: { cert: string }) => void given.push(cert) };
  const log = completeLog({ info: () => renewed() });
  const stop = renewInTime(
    holder,
    async () => ({ certificate: "new", key: "" }),
    log,
    () => now,
  );
  t.mock.timers.tick(3_600_000);
  assert.deepEqual(given, []);
  now += 61 * DAY_MS;
  t.mock.timers.tick(3_600_000);
  await done;
  assert.deepEqual(given, ["new"]);
  stop();
});

test("a certificate's files are reloaded when they change, and a wrong pair keeps the old one", async (t) => {
  const folder = await temporaryFolder(t);
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  const authority = await makeAuthority(NOW);
  const write = async ({ certificate, key }: KeyPair) => {
    await writeFile(files.cert, certificate);
    await writeFile(files.key, key, { mode: 0o600 });
  };
  const first = await makeLeaf(authority, ["localhost"], NOW);
  await write(first);
  const server = await serve(t, first);
  const serialBefore = (await shownBy(server, authority.certificate)).serialNumber;

  const lines: ((line: string) => void)[] = [];
  const nextLine = () => new Promise<string>((resolve) => void lines.push(resolve));
  const say = (_: unknown, line: string) => {
    for (const resolve of lines.splice(0)) resolve(line);
  };
  const stop = reloadOnChange(server, files, completeLog({ info: say, warn: say }), 10);
  t.after(stop);

  const refused = nextLine();
  await writeFile(files.cert, "not a certificate");
  assert.match(await refused, /old certificate stays in use/);
  assert.equal((await shownBy(server, authority.certificate)).serialNumber, serialBefore);

  const refusedType = nextLine();
  await write({ certificate: first.certificate, key: rsaKey() });
  assert.match(await refusedType, /old certificate stays in use/);
  assert.equal((await shownBy(server, authority.certificate)).serialNumber, serialBefore);

  await write(await makeLeaf(authority, ["localhost"], NOW));
  for (let line = ""; !/reloaded/.test(line); ) line = await nextLine();
  assert.notEqual((await shownBy(server, authority.certificate)).serialNumber, serialBefore);
});

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

test("a key of another type than the certificate is refused", async (t) => {
  const folder = await temporaryFolder(t);
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  await writeFile(files.cert, (await makeLeaf(await makeAuthority(NOW), ["a"], NOW)).certificate);
  await writeFile(files.key, rsaKey(), { mode: 0o600 });
  const found = await readCertificate(files);
  assert.ok(found.status === "wrong");
  assert.match(found.message, /tlsKey must hold the certificate's key/);
});

test("a certificate and the key of another one are refused in words without a path", async (t) => {
  const folder = await temporaryFolder(t);
  const authority = await makeAuthority(NOW);
  const [one, two] = [await makeLeaf(authority, ["a"], NOW), await makeLeaf(authority, ["a"], NOW)];
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  await writeFile(files.cert, one.certificate);
  await writeFile(files.key, two.key, { mode: 0o600 });
  const found = await readCertificate(files);
  assert.ok(found.status === "wrong" && !found.message.includes(folder));
  assert.match(found.message, /tlsKey must hold the certificate's key/);
});
