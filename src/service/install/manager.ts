import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Command, type Manager, type Plan, planFor } from "./plan.ts";

/** The machine's service manager for users, where it has one that we know. */
export function findManager(platform: string = process.platform): Manager | undefined {
  if (platform === "darwin") return "launchd";
  // What sd_booted(3) looks at.
  return platform === "linux" && existsSync("/run/systemd/system") ? "systemd" : undefined;
}

/** The `XDG_CONFIG_HOME` of systemd's user manager, where it has one and can be reached. */
function unitConfigFolder(run: Run): string | undefined {
  const { status, output } = run(["systemctl", "--user", "show-environment"]);
  const line = output.split("\n").find((text) => text.startsWith("XDG_CONFIG_HOME=/"));
  return status === 0 ? line?.slice("XDG_CONFIG_HOME=".length) : undefined;
}

export type Run = (command: readonly string[]) => { readonly status: number | null; readonly output: string };

/** Runs a command to its end, quietly; `status` is null where it cannot be run. */
export const runCommandLine: Run = ([program = "", ...args]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return { status, output: `${stdout ?? ""}${stderr ?? ""}`.trim() };
};

/** Runs commands one after the other, as far as they succeed; the one that failed and what it said, where one did. */
export function runAll(
  commands: readonly Command[],
  run: Run,
  onRun: (words: string) => void,
): { readonly failed: string } | undefined {
  for (const { words, mayFail = false } of commands) {
    onRun(words.join(" "));
    const { status, output } = run(words);
    if (status !== 0 && !mayFail) return { failed: output === "" ? words.join(" ") : output };
  }
  return undefined;
}

/** The plan for this machine and user. */
export function planHere(manager: Manager, node: string, daemon: string, run: Run = runCommandLine): Plan {
  return planFor(manager, {
    env: process.env,
    node,
    daemon,
    uid: process.getuid?.() ?? 0,
    unitConfig: manager === "systemd" ? unitConfigFolder(run) : undefined,
  });
}
