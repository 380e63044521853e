// What install plans for each service manager: the files and the commands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "plist";
import { type Command, runAll } from "../../src/service/install/command-runner.ts";
import { type Plan, type PlanFacts, planFor } from "../../src/service/install/plan.ts";

const FACTS: PlanFacts = {
  env: { HOME: "/home/me" },
  node: "/usr/bin/node",
  daemon: "/opt/agent-usage/dist/daemon.js",
  uid: 501,
};
const withEnv = (env: Record<string, string>): PlanFacts => ({ ...FACTS, env: { ...FACTS.env, ...env } });
const PROXY = { HTTPS_PROXY: "http://me:secret@proxy:8080" };

const paths = ({ files }: Plan) => files.map(({ path, mode }) => [path, mode.toString(8)]);
const lines = (commands: readonly Command[]) => commands.map(({ words }) => words.join(" "));

test("systemd: one unit in the user's folder", () => {
  assert.deepEqual(paths(planFor("systemd", FACTS)), [
    ["/home/me/.config/systemd/user/agent-usage.service", "644"],
  ]);
});

test("systemd: the shell's proxies go into a file that only its owner can read, not into the unit", () => {
  const { files } = planFor("systemd", withEnv(PROXY));
  const [unit, variables] = files;
  assert.deepEqual([variables?.path, variables?.mode], ["/home/me/.config/agent-usage/service.env", 0o600]);
  assert.match(variables?.text ?? "", /^HTTPS_PROXY="http:\/\/me:secret@proxy:8080"$/m);
  assert.doesNotMatch(unit?.text ?? "", /secret/);
  assert.match(unit?.text ?? "", /^EnvironmentFile=-\/home\/me\/\.config\/agent-usage\/service\.env$/m);
});

test("systemd: the paths of node and the daemon are absolute and quoted", () => {
  const daemon = '/opt/100% "mine"/daemon.js';
  const [unit] = planFor("systemd", { ...FACTS, daemon }).files;
  assert.match(unit?.text ?? "", /^ExecStart="\/usr\/bin\/node" "\/opt\/100%% \\"mine\\"\/daemon\.js"$/m);
});

test("systemd: a percent sign in the home does not become a specifier", () => {
  const [unit] = planFor("systemd", { ...FACTS, env: { HOME: "/home/50%h" } }).files;
  assert.match(unit?.text ?? "", /^EnvironmentFile=-\/home\/50%%h\//m);
});

for (const [folder, pattern] of [
  ["/home/me/[work] cfg", "/home/me/\\[work\\] cfg"],
  ["/home/me/a*?", "/home/me/a\\*\\?"],
  ["/home/me/a\\b", "/home/me/a\\\\b"],
] as const) {
  test(`systemd: the folder ${folder} does not act as a glob pattern`, () => {
    const [unit] = planFor("systemd", withEnv({ XDG_CONFIG_HOME: folder })).files;
    const [, written] = /^EnvironmentFile=-(.*)\/agent-usage\/service\.env$/m.exec(unit?.text ?? "") ?? [];
    assert.equal(written, pattern);
  });
}

test("systemd: a node with a quote in its path, which systemd refuses as a program, is run by env", () => {
  const [unit] = planFor("systemd", { ...FACTS, node: "/opt/it's/$node" }).files;
  assert.match(unit?.text ?? "", /^ExecStart=\/usr\/bin\/env "\/opt\/it's\/\$\$node" "\/opt\/agent-usage/m);
});

test("systemd: an XDG_CONFIG_HOME that cannot be copied does not move service.env", () => {
  const env = { XDG_CONFIG_HOME: "/home/me/c\nExecStart=x", HTTPS_PROXY: "http://proxy" };
  const { files } = planFor("systemd", withEnv(env));
  assert.equal(files[1]?.path, "/home/me/.config/agent-usage/service.env");
  assert.doesNotMatch(files[0]?.text ?? "", /^ExecStart=x/m);
});

test("systemd: the unit is in the folder where the manager looks", () => {
  const { files, links } = planFor("systemd", { ...FACTS, unitFolder: "/srv/my cfg/systemd/user" });
  assert.equal(files[0]?.path, "/srv/my cfg/systemd/user/agent-usage.service");
  assert.deepEqual(links, ["/srv/my cfg/systemd/user/default.target.wants/agent-usage.service"]);
});

test("systemd: XDG_CONFIG_HOME moves service.env, which is next to the settings", () => {
  const { files } = planFor("systemd", withEnv({ XDG_CONFIG_HOME: "/home/me/cfg" }));
  assert.equal(files[1]?.path, "/home/me/cfg/agent-usage/service.env");
});

test("systemd: the commands and their order", () => {
  const plan = planFor("systemd", FACTS);
  const enable = ["systemctl --user daemon-reload", "systemctl --user enable --now agent-usage"];
  assert.deepEqual(lines(plan.enable), enable);
  assert.deepEqual(lines(plan.update), [
    "systemctl --user daemon-reload",
    "systemctl --user enable agent-usage",
    "systemctl --user restart agent-usage",
  ]);
  assert.deepEqual(lines(plan.disable), ["systemctl --user disable --now agent-usage"]);
  assert.equal(lines(plan.forget)[0], "systemctl --user daemon-reload");
});

test("launchd: one agent that only its owner can read, and a folder for its log", () => {
  const plan = planFor("launchd", withEnv(PROXY));
  assert.deepEqual(paths(plan), [["/home/me/Library/LaunchAgents/agent-usage.plist", "600"]]);
  assert.deepEqual(plan.folders, ["/home/me/Library/Logs/agent-usage"]);
});

test("launchd: the agent runs this node and this daemon, with the proxies, and logs to that folder", () => {
  const [file] = planFor("launchd", withEnv(PROXY)).files;
  const agent = parse(file?.text ?? "") as unknown as Record<string, unknown>;
  assert.deepEqual(agent["ProgramArguments"], [FACTS.node, FACTS.daemon]);
  assert.deepEqual(agent["EnvironmentVariables"], {
    AGENT_USAGE_SERVICE: "launchd",
    NODE_DEBUG: "",
    NODE_OPTIONS: "",
    ...PROXY,
  });
  assert.equal(agent["StandardOutPath"], "/home/me/Library/Logs/agent-usage/agent-usage.log");
});

test("launchd: the commands for the user's own domain; a loaded agent is unloaded first", () => {
  const plan = planFor("launchd", FACTS);
  const commands = [
    "launchctl bootout gui/501/agent-usage",
    "launchctl bootstrap gui/501 /home/me/Library/LaunchAgents/agent-usage.plist",
  ];
  assert.deepEqual(lines(plan.enable), commands);
  assert.deepEqual(lines(plan.update), commands);
  assert.deepEqual(lines(plan.disable), commands.slice(0, 1));
  assert.equal(plan.enable[0]?.mayFail, true);
});

for (const manager of ["systemd", "launchd"] as const) {
  test(`${manager}: uninstall removes every file that any install may have written`, () => {
    const { owned } = planFor(manager, { ...FACTS, node: "", daemon: "" });
    for (const [path] of paths(planFor(manager, withEnv(PROXY)))) assert.ok(owned.includes(String(path)));
  });

  test(`${manager}: no token and no setting of the shell is written to a file`, () => {
    const env = { AGENT_USAGE_BASE_URL: "https://planted.example", ANTHROPIC_API_KEY: "planted" };
    for (const { text } of planFor(manager, withEnv(env)).files) assert.doesNotMatch(text, /planted/);
  });
}

test("commands run until one fails, and its output is returned", () => {
  const ran: string[] = [];
  const commands = [{ words: ["a"] }, { words: ["b"], mayFail: true }, { words: ["c"] }, { words: ["d"] }];
  const run = ([word = ""]: readonly string[]) => ({
    status: word === "a" ? 0 : 1,
    output: `${word} failed`,
  });
  const end = runAll(commands, run, (words) => ran.push(words));
  assert.deepEqual([end, ran], [{ failed: "c failed" }, ["a", "b", "c"]]);
});
