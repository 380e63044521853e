// What all pages share: who may have them, what their URL says, errors as pages, and files that browsers keep.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { homeWithPeople } from "./support/holders.ts";
import { FORM, signedInBy } from "./support/people.ts";

const { home, sessions } = await homeWithPeople({ after });
const collector = await runCollector({ after }, { home });
const admin = signedInBy(collector, `__Host-session=${sessions.admin}`);
const viewer = signedInBy(collector, `__Host-session=${sessions.viewer}`);
const asBrowser = { accept: "text/html,application/xhtml+xml" };
const heading = (body: string) => /<h1>(.*?)<\/h1>/.exec(body)?.[1];

test("a page has links to all pages and marks itself, says who is signed in, and lets them sign out", async () => {
  const { body } = await admin.get("/");
  assert.match(body, /<nav class="pages" aria-label="Pages"><a href="\/" aria-current="page">Overview<\/a>/);
  assert.match(body, /<span class="who">admin<\/span>/);
  assert.match(body, /action="\/logout"/);
  assert.match(body, /action="\/invite"/);
});

test("a viewer is shown no button that only admins may use", async () => {
  const { status, body } = await viewer.get("/");
  assert.equal(status, 200);
  assert.doesNotMatch(body, /action="\/invite"/);
  assert.match(body, /viewer <span class="soft">viewer<\/span>/);
});

test("a viewer who sends an admin's form gets a page that says what is needed", async () => {
  const { status, body } = await viewer.post("/invite");
  assert.deepEqual([status, heading(body)], [403, "You cannot do this"]);
  assert.match(body, /aria-label="Pages"/);
});

test("where there is no page, who is signed in keeps the navigation", async () => {
  for (const path of ["/nothing/here", "/logout"]) {
    const own = await collector.send("GET", path, { headers: { ...asBrowser, cookie: viewer.cookie } });
    assert.equal(heading(own.body), "There is no such page", path);
    assert.match(own.body, /aria-label="Pages"/, path);
    const stranger = await collector.send("GET", path, { headers: asBrowser });
    assert.deepEqual([stranger.status, heading(stranger.body)], [own.status, "There is no such page"], path);
    assert.doesNotMatch(stranger.body, /aria-label="Pages"/, path);
  }
});

test("every page names the time zone in one way", async () => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const path of ["/", "/machines", "/limits", "/alerts", "/settings", "/settings/audit"]) {
    const { body } = await admin.get(path);
    const named = [...body.matchAll(/(?:America\/\w+|UTC|Etc\/\w+|Europe\/\w+)( time)?/g)];
    assert.ok(named.length > 0 || !zone.includes("/"), path);
    for (const [whole, after] of named) assert.equal(after, " time", `${path}: ${whole}`);
  }
});

test("whoever is not signed in gets to the page to sign in, which knows what was asked for", async () => {
  const { status, headers } = await collector.send("GET", "/?range=7d&by=machine");
  assert.deepEqual([status, headers["location"]], [303, "/login?next=%2F%3Frange%3D7d%26by%3Dmachine"]);
});

test("a wrong parameter is named on a page, with what it must be, and its value is not repeated", async () => {
  for (const [query, parameter] of [
    ["range=8d", "range"],
    ["range=7d&from=2026-01-01", "range"],
    ["from=2026-02-30", "from"],
    ["from=2026-02-02&to=2026-02-01", "from"],
    ["from=1999-01-01&to=2026-01-01", "from"],
    ["from=9998-01-01&to=9999-01-01", "from"],
    ["to=tomorrow", "to"],
    ["to=0001-01-01", "to"],
    ["from=1989-12-31&to=1990-01-01", "from"],
    ["by=day", "by"],
    ["by=model&by=machine", "by"],
    ["model=a%00b", "model"],
    ["%3Cscript%3E=1", "&lt;script&gt;"],
    ["constructor=1", "constructor"],
  ] as const) {
    const { status, body } = await admin.get(`/?${query}`);
    assert.deepEqual([status, heading(body)], [400, "This address is not quite right"], query);
    assert.ok(body.includes(`The parameter <code>${parameter}</code> must be `), `${query}: ${body}`);
  }
});

test("what is not there is a page for browsers and JSON for programs", async () => {
  const page = await collector.send("GET", "/nothing", { headers: asBrowser });
  assert.deepEqual([page.status, heading(page.body)], [404, "There is no such page"]);
  assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
  const json = await collector.send("GET", "/nothing");
  assert.equal(JSON.parse(json.body).error.code, "not_found");
  const api = await collector.send("GET", "/api/nothing", { headers: asBrowser });
  assert.equal(JSON.parse(api.body).error.code, "not_found");
});

test("a form from another site is refused with a page, before anything is asked of the database", async () => {
  const headers = { ...FORM, cookie: admin.cookie, origin: "https://evil.example" };
  const { status, body } = await collector.send("POST", "/invite", { headers, body: "" });
  assert.deepEqual([status, heading(body)], [403, "This form came from elsewhere"]);
});

test("the style sheet is kept by browsers for good, in each encoding they take, and its name changes with it", async () => {
  const { body } = await admin.get("/");
  const [, path = ""] = /<link rel="stylesheet" href="(\/assets\/style-[\w-]{10}\.css)">/.exec(body) ?? [];
  const plain = await collector.send("GET", path);
  assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.match(String(plain.headers["content-type"]), /^text\/css/);
  for (const encoding of ["br", "gzip"]) {
    const { headers } = await collector.send("GET", path, { headers: { "accept-encoding": encoding } });
    assert.equal(headers["content-encoding"], encoding);
    assert.ok(Number(headers["content-length"]) < plain.body.length / 2);
  }
  assert.equal((await collector.send("GET", "/assets/style.css")).status, 404);
  assert.equal((await collector.send("GET", "/assets/constructor")).status, 404);
});

test("a page is sent compressed to browsers that take it", async () => {
  const { cookie } = admin;
  const plain = await collector.send("GET", "/", { headers: { cookie } });
  const { headers } = await collector.send("GET", "/", { headers: { cookie, "accept-encoding": "gzip" } });
  assert.equal(headers["content-encoding"], "gzip");
  assert.ok(Number(headers["content-length"]) < plain.body.length);
});
