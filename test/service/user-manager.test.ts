// The service under a real systemd user manager: user-manager.sh boots one, and user-manager-probe.sh runs in it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CANNOT = 77;

const { status, stdout, stderr } = spawnSync(
  "bash",
  [
    here("../support/service/user-manager.sh"),
    here("../support/service/user-manager-probe.sh"),
    here("../../"),
  ],
  { encoding: "utf8", timeout: 600_000 },
);
const skip = status === CANNOT ? stdout.trim() : false;

/** What the probe printed, block by block. */
const blocks = new Map(
  stdout
    .split(/^@ /m)
    .slice(1)
    .map((block) => {
      const [name = "", ...lines] = block.trimEnd().split("\n");
      return [name, lines.join("\n")] as const;
    }),
);

/** One behavior that the probe shows. */
function shows(behavior: string, name: string, check: (block: string, note: (text: string) => void) => void) {
  test(behavior, { skip }, (t) => {
    const block = blocks.get(name);
    assert.ok(block !== undefined, `the probe never got to "${name}":\n${stdout}\n${stderr}`);
    check(block, (text) => t.diagnostic(text));
  });
}

const isJust = (expected: string) => (block: string) => assert.equal(block, expected);

shows("install prints what it wrote and the commands to run next", "install", (block) => {
  assert.match(block, /^Wrote \/home\/keeper\/\.config\/systemd\/user\/agent-usage\.service$/m);
  assert.match(block, /^ {2}systemctl --user enable --now agent-usage$/m);
  assert.match(block, /^status 0$/m);
});

shows("systemd-analyze verify accepts the unit", "verify", isJust("status 0"));

shows("systemd-analyze security rates the hardening", "security", (block, note) => {
  note(block);
  assert.match(block, /exposure level/);
});

shows("a second install changes nothing", "twice", (block) =>
  assert.match(block, /^Unchanged: .*\.service$/),
);

shows("the service is active and enabled after `enable --now`", "enable", isJust("active\nenabled"));

shows(
  "the first beat is in the user's journal as text, with the priority of an info line",
  "first-beat",
  (block) => assert.match(block, /^6 refresh done: /),
);

shows(
  "doctor finds the files up to date and the service running",
  "doctor",
  isJust("ok      service-files\nok      service"),
);

shows(
  "a service that was killed with -9 is restarted and beats",
  "killed",
  isJust("another process: yes\nrestarts 1\n1"),
);

shows("`systemctl --user stop` ends it, and as a success", "stop", isJust("status 0\nsuccess 0 inactive"));

shows(
  "so it does during a push to a collector that never answers, and no lock is left",
  "stop-in-push",
  (block) => assert.equal(block, "status 0\nsuccess 0 inactive\ndelivery.json\nmachine-id\nstate.json"),
);

shows(
  "a wrong setting ends it with 1 and one message, and it is not restarted",
  "bad-setting",
  isJust("exit-code 1 failed restarts 0\n1"),
);

shows(
  "the shell's proxies reach the service unchanged, in a file for its owner only",
  "proxy",
  isJust(
    [
      "Wrote /home/keeper/.config/agent-usage/service.env",
      "600",
      "HTTPS_PROXY as it was",
      "NO_PROXY as it was",
      "NODE_USE_ENV_PROXY as it was",
      "NODE_EXTRA_CA_CERTS as it was",
    ].join("\n"),
  ),
);

shows("`install --now` gives a running service the changed proxies", "proxy-later", isJust("elsewhere"));

shows("`install --now` gives a running service its first proxies", "proxy-new", isJust("http://127.0.0.1:9"));

shows(
  "`install --now` in a shell without proxies removes them from the service",
  "proxy-gone",
  isJust("left:"),
);

shows(
  "a malformed token passed with LoadCredential= ends it with 1, and its source is named",
  "bad-credential",
  (block) => {
    assert.match(block, /^1$/m);
    assert.match(block, /push-token in \$CREDENTIALS_DIRECTORY/);
  },
);

shows(
  "a token passed with LoadCredential= reaches the service, and is not in the journal",
  "credential",
  isJust("a-token-of-the-collector\n0\n0"),
);

shows("`install --now` ends with the first figures and the next refresh", "outcome", (block) =>
  assert.match(
    block,
    /^The service is running\. Today so far: \d+ requests?, .* tokens\.\n.*\nNext refresh: .*\.\nTo see more: .* status\nstatus 0$/,
  ),
);

shows(
  "`install --now` with a state of a newer version says that it is not running, and names the log",
  "outcome-failed",
  (block) =>
    assert.match(
      block,
      /^agent-usage: the service was started, but it is not running\. Its log: journalctl --user -u agent-usage -n 20\nstatus 1$/m,
    ),
);

shows("`install --now` from another place moves the running service there", "upgrade", (block) => {
  assert.match(block, /^Updated .*\.service$/m);
  assert.match(block, /node \/home\/keeper\/newer\/dist\/daemon\.js$/m);
});

shows(
  "`install --now` after an upgrade in the same place restarts the running service",
  "upgrade-in-place",
  isJust("1\nactive\nanother process: yes"),
);

shows("with the sandbox drop-in it beats, or the system refuses the sandbox", "sandbox", (block, note) => {
  note(block.replaceAll("\n", ", "));
  assert.match(block, /^(works\nro|refused: exit-code (217|226))$/);
});

shows(
  "on a full disk its beat fails and it stays active; with space it beats again",
  "full-disk",
  isJust("active running restarts 0, the same process: yes\nstate.json"),
);

shows("uninstall stops it, removes every file of install and keeps the state", "uninstall", (block) => {
  assert.doesNotMatch(block, /left:/);
  assert.match(block, /^status 0\ninactive\n/m);
  assert.match(block, /^state\.json$/m);
});

shows("a second uninstall has nothing to do and does not fail", "uninstall-again", (block) => {
  assert.match(block, /^The service is not installed\.$/m);
  assert.match(block, /^status 0$/m);
});

shows(
  "uninstall without access to the user manager (over su) leaves no file either",
  "uninstall-without-bus",
  (block) => assert.doesNotMatch(block, /left:/),
);

shows(
  "if only this shell has another XDG_CONFIG_HOME, `install --now` still starts the service",
  "moved-config",
  (block) => {
    assert.match(block, /^active$/m);
    assert.doesNotMatch(block, /cfg\//);
  },
);

shows(
  "a settings folder whose name is a glob pattern works for the service, and uninstall finds it from another shell",
  "pattern-config",
  isJust("http://127.0.0.1:9"),
);

shows(
  "an XDG_CONFIG_HOME that was imported into the manager does not move its units",
  "imported-config",
  isJust("Wrote /home/keeper/.config/systemd/user/agent-usage.service\nactive"),
);

shows("a node with a quote in its path runs the service", "quoted-node", (block) =>
  assert.match(block, /^active\n.*it's\/node$/m),
);

shows(
  "install without access to the user manager writes the files and says what --now needs",
  "install-without-bus",
  isJust("Wrote\n--now needs a login session"),
);

shows("with wrong settings nothing is started and nothing is purged", "settings-wrong", (block) => {
  assert.match(block, /^Note: settings file is not valid JSON/m);
  assert.match(
    block,
    /^agent-usage: the settings are wrong: the service was not started\..*\nstatus 1\ninactive$/m,
  );
  assert.match(block, /^agent-usage: nothing was removed\nstatus 1$/m);
});

shows("--purge keeps a state of another program", "foreign-state", (block) => {
  assert.match(block, /AGENT_USAGE_STATE_DIR/);
  assert.match(block, /^status 1\nstate\.json$/m);
});

shows("it refuses to install from npx's cache, and writes nothing", "npx", (block) => {
  assert.match(block, /npm install --global/);
  assert.match(block, /^status 1$/m);
  assert.doesNotMatch(block, /left:/);
});

shows(
  "`uninstall --purge` removes the state too, but not without asking",
  "purge",
  isJust(
    [
      "agent-usage: --purge asks first, and there is no terminal to ask on. Fix: add --yes",
      "delivery.json",
      "status 0",
    ].join("\n"),
  ),
);

test("the probe ran to its end", { skip }, () => {
  assert.deepEqual([status, blocks.has("end")], [0, true], stdout + stderr);
});
