import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** The newest release of version 20 when the benchmark was written. */
export const CCUSAGE_VERSION = "20.0.24";

/** Installs ccusage in a folder, unless it is there, and returns its path. */
export function installCcusage(folder: string): string {
  const name = `@ccusage/ccusage-${process.platform}-${process.arch}`;
  const path = join(folder, "ccusage", "node_modules", name, "bin", "ccusage");
  if (!existsSync(path)) {
    mkdirSync(join(folder, "ccusage"), { recursive: true });
    const install = [
      "install",
      "--no-save",
      "--prefix",
      join(folder, "ccusage"),
      `${name}@${CCUSAGE_VERSION}`,
    ];
    execFileSync("npm", install, { stdio: "ignore" });
    chmodSync(path, 0o755);
  }
  return path;
}

/** The command that does what a scan does, or a report by session, for the transcripts of a home folder. */
export function ccusageRun(
  path: string,
  home: string,
  report: "daily" | "session" = "daily",
): { command: string[]; env: Record<string, string> } {
  const command = [path, "claude", report, "--json", "--offline", "-z", "America/Toronto"];
  return { command, env: { PATH: "/usr/bin:/bin", HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") } };
}
