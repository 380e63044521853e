// The collector's URL: https only, without a secret, and never printed if it is wrong (rule SETTINGS-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import { config, load, loadFile, messages } from "../support/settings-call.ts";

const withUrl = (baseUrl: string) => load({ AGENT_USAGE_BASE_URL: baseUrl });

test("a URL loses its trailing slash and nothing else", async () => {
  const rows = [
    ["https://c.example", "https://c.example"],
    ["https://c.example/", "https://c.example"],
    ["https://c.example/a/b", "https://c.example/a/b"],
    ["https://c.example/a/b/", "https://c.example/a/b"],
    ["https://c.example:8443/", "https://c.example:8443"],
    ["https://[::1]:8443/a", "https://[::1]:8443/a"],
    ["HTTPS://C.example/A", "https://c.example/A"],
  ] as const;
  for (const [given, baseUrl] of rows) assert.deepEqual(await config(withUrl(given)), { baseUrl });
});

test("a URL that is not https is refused, even for this machine", async () => {
  const urls = [
    "http://c.example",
    "http://localhost:8080",
    "http://127.0.0.1",
    "ftp://c.example",
    "file:///a",
  ];
  for (const url of [...urls, "ws://c.example", "data:,x", "javascript:0", "httpss://c.example"]) {
    assert.match(await messages(withUrl(url)), /^AGENT_USAGE_BASE_URL \(environment\) must be an https URL/);
  }
});

test("text that is not a URL is refused", async () => {
  for (const url of ["c.example", "//c.example", "https://", "https://c.example:99999", "https://a b", " "]) {
    assert.match(await messages(withUrl(url)), /^AGENT_USAGE_BASE_URL \(environment\) must be an https URL/);
  }
});

const secret = "s3cret";
const withSecret = [
  ["user", `https://${secret}@c.example`],
  ["password", `https://:${secret}@c.example`],
  ["user and password", `https://u:${secret}@c.example/`],
  ["user and password after one slash", `https:/u:${secret}@c.example`],
  ["user and password after no slash", `https:u:${secret}@c.example`],
  ["user and password after three slashes", `https:///u:${secret}@c.example`],
  ["query", `https://c.example/?token=${secret}`],
  ["empty query", `https://c.example/${secret}?`],
  ["fragment", `https://c.example/#${secret}`],
  ["empty fragment", `https://c.example/${secret}#`],
] as const;

for (const [what, url] of withSecret) {
  test(`a URL with ${what} is refused, and nothing from it is printed`, async () => {
    for (const [loading, name] of [
      [withUrl(url), "AGENT_USAGE_BASE_URL \\(environment\\)"],
      [loadFile({ baseUrl: url }), "baseUrl \\(settings file\\)"],
    ] as const) {
      const text = await messages(loading);
      assert.match(text, new RegExp(`^${name} must have no user, password, query or fragment$`));
      assert.doesNotMatch(text, /s3cret|c\.example/);
    }
  });
}

test("a refused value is never printed, whatever the setting", async () => {
  const values = { baseUrl: `http://${secret}`, stateDir: secret, logLevel: secret, label: `${secret}\n` };
  for (const [key, value] of Object.entries({ ...values, transcriptRoots: [secret], account: [secret] })) {
    assert.doesNotMatch(await messages(loadFile({ [key]: value })), /s3cret/, key);
  }
  assert.doesNotMatch(await messages(load({}, `{"label": ${secret}}`)), /s3cret/, "text that is not JSON");
});
