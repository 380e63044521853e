// The launchd agent, read by a real parser, against launchd.plist(5).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parse } from "plist";
import { launchdPlist, plistEnvironment, plistWords } from "../../src/service/install/launchd-plist.ts";

const FACTS = {
  program: "agent-usage",
  arguments: ["/usr/local/bin/node", "/opt/agent-usage/dist/daemon.js"],
  logFile: "/Users/me/Library/Logs/agent-usage/agent-usage.log",
  environment: { HTTPS_PROXY: "http://proxy:8080" },
};

type Dict = Record<string, unknown>;
const parsed = (text: string) => parse(text) as unknown as Dict;
const AGENT = parsed(launchdPlist(FACTS));

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isFlag = (value: unknown) => typeof value === "boolean";
const isTextDict = (value: unknown) =>
  typeof value === "object" && Object.values(value as Dict).every((text) => typeof text === "string");
/** The keys of launchd.plist(5) that an agent of ours may have, with the types given there. */
const DOCUMENTED: Record<string, (value: unknown) => boolean> = {
  Label: isText,
  ProgramArguments: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  EnvironmentVariables: isTextDict,
  RunAtLoad: isFlag,
  KeepAlive: (value) =>
    isFlag(value) || (typeof value === "object" && Object.values(value as Dict).every(isFlag)),
  ThrottleInterval: isCount,
  ExitTimeOut: isCount,
  ProcessType: (value) => ["Background", "Standard", "Adaptive", "Interactive"].includes(value as string),
  LowPriorityIO: isFlag,
  Nice: (value) => Number.isInteger(value) && (value as number) >= -20 && (value as number) <= 20,
  Umask: isCount,
  StandardOutPath: isText,
  StandardErrorPath: isText,
};

function assertDocumented(agent: Dict): void {
  for (const [key, value] of Object.entries(agent)) {
    assert.ok(DOCUMENTED[key]?.(value), `${key} is ${JSON.stringify(value)}`);
  }
}

test("every key is documented and has the documented type", () => assertDocumented(AGENT));

for (const [key, value] of Object.entries({
  Label: "agent-usage",
  ProgramArguments: FACTS.arguments,
  EnvironmentVariables: {
    AGENT_USAGE_SERVICE: "launchd",
    NODE_DEBUG: "",
    NODE_OPTIONS: "",
    HTTPS_PROXY: "http://proxy:8080",
  },
  RunAtLoad: true,
  KeepAlive: { SuccessfulExit: false },
  ThrottleInterval: 60,
  ExitTimeOut: 15,
  ProcessType: "Background",
  Umask: 0o077,
  StandardOutPath: FACTS.logFile,
  StandardErrorPath: FACTS.logFile,
})) {
  test(`${key} is ${JSON.stringify(value)}`, () => assert.deepEqual(AGENT[key], value));
}

const HOSTILE = `/Users/Tom & "Jerry" <it's>/]]>/é&amp;/daemon.js`;

test("characters that are special in XML arrive unchanged in every place", () => {
  const agent = parsed(
    launchdPlist({
      program: HOSTILE,
      arguments: [HOSTILE, HOSTILE],
      logFile: HOSTILE,
      environment: { NO_PROXY: HOSTILE },
    }),
  );
  assert.deepEqual(agent["ProgramArguments"], [HOSTILE, HOSTILE]);
  assert.deepEqual(agent["StandardOutPath"], HOSTILE);
  assert.deepEqual(agent["Label"], HOSTILE);
  assert.deepEqual((agent["EnvironmentVariables"] as Dict)["NO_PROXY"], HOSTILE);
});

test("the environment and the words of an installed agent are read back", () => {
  const words = [HOSTILE, "daemon.js"];
  const plist = launchdPlist({ ...FACTS, arguments: words, environment: { NO_PROXY: HOSTILE } });
  const { NO_PROXY, NODE_OPTIONS } = plistEnvironment(plist);
  assert.deepEqual([NO_PROXY, NODE_OPTIONS], [HOSTILE, ""]);
  assert.deepEqual(plistWords(plist), words);
});

test("the plist is well-formed for strict parsers", () => {
  const text = launchdPlist({
    ...FACTS,
    program: HOSTILE,
    arguments: [HOSTILE],
    environment: { NO_PROXY: HOSTILE },
  });
  const tags =
    /<\/?(?:plist|dict|array|key|string|integer)(?: version="1\.0")?>|<(?:true|false)\/>|<[!?][^>]*>/g;
  const rest = text.replace(tags, "").replace(/&(?:amp|lt|gt|quot|apos);/g, "");
  assert.doesNotMatch(rest, /[<&]|]]>/);
});

test("without a log file, the agent has none", () => {
  const agent = parsed(launchdPlist({ ...FACTS, logFile: undefined }));
  assert.deepEqual([agent["StandardOutPath"], agent["StandardErrorPath"]], [undefined, undefined]);
});

for (const program of ["agent-usage", "agent-usage-claude-code"]) {
  test(`${program}'s template parses, has documented keys only and logs to ~/Library/Logs/${program}`, async () => {
    const text = await readFile(new URL(`../../launchd/${program}.plist`, import.meta.url), "utf8");
    const agent = parsed(text);
    assertDocumented(agent);
    assert.equal(agent["Label"], program);
    assert.deepEqual(agent["EnvironmentVariables"], {
      AGENT_USAGE_SERVICE: "launchd",
      NODE_DEBUG: "",
      NODE_OPTIONS: "",
    });
    const [shell, flag, script = ""] = agent["ProgramArguments"] as string[];
    assert.deepEqual([shell, flag], ["/bin/sh", "-c"]);
    assert.match(script, new RegExp(`logs="\\$HOME/Library/Logs/${program}"`));
  });
}
