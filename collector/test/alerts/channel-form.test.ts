// Which secrets of a channel are kept when it is changed.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { unseal } from "../../src/alerts/index.ts";
import type { Channel } from "../../src/store/index.ts";
import { readChannel } from "../../src/web/alerts/channel-form.ts";

const hmacKey = randomBytes(32);

function read(fields: Readonly<Record<string, string>>, current?: Channel) {
  const form = new URLSearchParams({ kind: "ntfy", name: "phone", ...fields });
  const result = readChannel({ form, current, hmacKey, allowPrivate: false, now: 0 });
  assert.ok(result.status === "ok", JSON.stringify(result));
  return { channel: result.channel, secrets: unseal(result.channel.sealed, hmacKey) };
}

const first = read({ url: "https://ntfy.sh/topic", token: "tk_secret" });
const stored = { ...first.channel, id: 1, createdAt: 0, createdBy: "admin" } as unknown as Channel;

test("the token of a channel is kept when it is renamed, or its topic changes", () => {
  assert.equal(first.secrets?.token, "tk_secret");
  assert.deepEqual(read({ name: "other" }, stored).secrets, first.secrets);
  assert.equal(read({ url: "https://ntfy.sh/other" }, stored).secrets?.token, "tk_secret");
});

for (const url of [
  "https://evil.example/topic",
  "https://ntfy.sh:8443/topic",
  "https://ntfy.sh.evil.example/topic",
]) {
  test(`the token is not given to another server: ${url}`, () => {
    const { secrets } = read({ url }, stored);
    assert.deepEqual([secrets?.url, secrets?.token], [url, undefined]);
    assert.equal(read({ url, token: "tk_other" }, stored).secrets?.token, "tk_other");
  });
}
