// A beat in its own process whose collector has an untrusted certificate: nothing is sent to it.
// AGENT_USAGE_LONG_TESTS=1 for the wrong dates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CertificateOptions, makeCertificate } from "../support/certificate.ts";
import { startCollector } from "../support/collector.ts";
import { startHostile } from "../support/hostile.ts";
import { LONG_RUN_ONLY } from "../support/hostile-behaviors.ts";
import {
  assertNextBeatPushesAll,
  assertNothingLeaked,
  assertOneWarning,
  observedBeat,
  usedHome,
} from "../support/observed-beat.ts";
import { CLI } from "../support/program.ts";

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

for (const [what, options, isTrusted] of [
  ["that is not trusted", {}, false],
  ["for another address", { ip: "127.0.0.2" }, true],
  ["that has expired", { notBefore: inDays(-9), notAfter: inDays(-2) }, true],
  ["that is not valid yet", { notBefore: inDays(2), notAfter: inDays(9) }, true],
] as const satisfies readonly [string, CertificateOptions, boolean][]) {
  const skip = "notBefore" in options ? LONG_RUN_ONLY : false;
  test(`a certificate ${what}`, { skip }, async (t) => {
    const home = await usedHome(t);
    const collector = await startHostile(t, await makeCertificate(options));
    void collector.play({ act: (socket) => socket.end("HTTP/1.1 204 OK\r\n\r\n") });
    const beat = await observedBeat(t, CLI, {
      ...home.env,
      AGENT_USAGE_LIMITS: "off",
      AGENT_USAGE_BASE_URL: collector.origin,
      ...(isTrusted && { NODE_EXTRA_CA_CERTS: collector.caFile }),
    });
    assert.equal(beat.code, 3);
    assertOneWarning(beat, "push", "network", /its certificate is not trusted/);
    assertNothingLeaked(beat, home, collector.origin, "CERT");
    assert.deepEqual(collector.requests, []);
    await assertNextBeatPushesAll(await startCollector(t), home);
  });
}
