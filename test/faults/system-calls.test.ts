// Every system call of a beat: the credentials file is only opened and read, once (rule SAFETY-1), only the state is
// written, and only the hosts of the two requests are looked up and contacted.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { HOME_PATHS } from "../support/home.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { type SystemCall, systemCalls, withoutStrace } from "../support/system-calls.ts";
import { programsFor } from "../support/test-vendor.ts";

const skip = withoutStrace;

/** Traces a beat that calls the usage endpoint, by a host name that has to be looked up. */
async function tracedBeat(t: TestContext, more: Readonly<Record<string, string>> = {}) {
  const world = await secretsHome(t, { version: "2.1.90" });
  const { collector, dir: home } = world;
  const usage = { limits: [{ kind: "session", percent: 1 }] };
  collector.answer(({ method }) => ({
    status: 200,
    ...(method === "GET" && { body: JSON.stringify(usage) }),
  }));
  const { port } = new URL(collector.origin);
  const { cli } = await programsFor(t, `https://localhost:${port}`);
  const options = { env: { ...world.env, ...more }, cwd: home };
  const calls = await systemCalls(t, cli, ["beat"], options);
  return { world, calls, port };
}

const isOpen = ({ name }: SystemCall) => /^(?:open|openat|openat2|creat)$/.test(name);
const touching = (calls: readonly SystemCall[], path: string) => {
  return calls.filter(({ args, result }) => `${args} ${result}`.includes(path));
};
/** Calls that look up a host name: the resolver's files and connections to a name server. */
const LOOKUP =
  /"\/etc\/(?:hosts|resolv\.conf|nsswitch\.conf|host\.conf|gai\.conf)"|nscd|sin6?_port=htons\(53\)/;

test("the credentials file is opened once for reading, read and closed; no other call touches it", {
  skip,
}, async (t) => {
  const { world, calls } = await tracedBeat(t);
  assert.equal(world.collector.requests[0]?.method, "GET");
  const touched = touching(calls, HOME_PATHS.credentials);
  t.diagnostic(touched.map(({ name }) => name).join(" "));
  assert.deepEqual(
    touched.filter(isOpen).map(({ args }) => /O_\w+(?:\|O_\w+)*/.exec(args)?.[0]),
    ["O_RDONLY|O_NONBLOCK|O_CLOEXEC"],
  );
  const names = touched.map(({ name }) => name);
  assert.equal(names[0], "openat");
  assert.equal(names.at(-1), "close");
  assert.deepEqual(
    names.slice(1, -1).filter((name) => !/^(?:read|pread64|fstat|statx|newfstatat)$/.test(name)),
    [],
  );
  const stats = touched.filter(({ name }) => /stat/.test(name));
  for (const { args } of stats) assert.match(args, /^\d+</, "stat must use the open file, not the path");
});

test("with the limits off, the credentials file is not touched and no host name is looked up", {
  skip,
}, async (t) => {
  const { world, calls } = await tracedBeat(t, { AGENT_USAGE_LIMITS: "off" });
  assert.equal(world.collector.requests.length, 1);
  assert.deepEqual(touching(calls, ".credentials"), []);
  assert.deepEqual(
    calls.filter(
      ({ name, args }) => (isOpen({ name, args, result: "" }) || name === "connect") && LOOKUP.test(args),
    ),
    [],
  );
});

test("the usage endpoint's host is looked up once, after the credentials are read, and no other host is contacted", {
  skip,
}, async (t) => {
  const { world, calls, port } = await tracedBeat(t);
  assert.deepEqual(
    world.collector.requests.map(({ method }) => method),
    ["GET", "POST"],
  );
  const lookups = calls.flatMap((call, index) =>
    isOpen(call) && call.args.includes('"/etc/hosts"') ? [index] : [],
  );
  const read = calls.findIndex((call) => isOpen(call) && call.args.includes(HOME_PATHS.credentials));
  assert.equal(lookups.length, 1);
  assert.ok((lookups[0] ?? -1) > read);
  const contacted = calls.filter(({ name }) => /^(?:connect|sendto|sendmsg|bind|listen)$/.test(name));
  t.diagnostic(
    contacted.map(({ name, args }) => `${name} ${args.replace(/^[^,]*, /, "").slice(0, 90)}`).join("\n"),
  );
  const elsewhere = contacted.filter(({ args }) => {
    const isOurs = args.includes(`htons(${port})`) && /"(?:127\.0\.0\.1|::1)"/.test(args);
    return !isOurs && !/nscd|\/run\/systemd\/|AF_NETLINK|<(?:NETLINK|UNIX)/.test(args);
  });
  assert.deepEqual(elsewhere, []);
});

const CHANGING =
  /^(?:mkdir|rmdir|rename|unlink|link|symlink|mknod|f?chmod|l?f?chown|truncate|utime|futimesat|setxattr|lsetxattr|removexattr)(?:at2?)?$|^utimensat$|^utimes$/;
const WRITE_FLAGS = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/;

test("nothing is created, changed or written outside the state folder", { skip }, async (t) => {
  const { world, calls } = await tracedBeat(t);
  const opened = calls.filter((call) => isOpen(call) && WRITE_FLAGS.test(call.args));
  const changed = calls.filter(({ name }) => CHANGING.test(name));
  const written = calls.filter(
    ({ name, args }) => /^p?writev?(?:64|2)?$|^fallocate$|^ftruncate$/.test(name) && /^\d+<\//.test(args),
  );
  assert.ok(opened.length > 0 && changed.length > 0 && written.length > 0);
  const state = join(world.stateDir, "/");
  const outside = [...opened, ...changed, ...written].flatMap(({ name, args, result }) => {
    // Missing folders above the state folder may be created.
    const paths = [...args.matchAll(/"(\/[^"]*)"|^\d+<(\/[^>]*)>/g)].map(
      ([, named, behind]) => named ?? behind ?? "",
    );
    const isInside = (path: string) => `${path}/`.startsWith(state) || path === "/dev/null";
    const isFolderAbove = (path: string) => name.startsWith("mkdir") && state.startsWith(`${path}/`);
    return paths.every((path) => isInside(path) || isFolderAbove(path))
      ? []
      : [`${name}(${args}) = ${result}`];
  });
  assert.deepEqual(outside, []);
});
