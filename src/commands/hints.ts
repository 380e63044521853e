/** Words that people try as a command, by the command line that does what they want. */
const WORDS_BY_LINE: Readonly<Record<string, readonly string[]>> = {
  status: ["limit", "limits", "quota", "plan", "show", "info"],
  "status --watch": ["watch", "live", "top", "monitor"],
  report: ["usage", "cost", "costs", "tokens", "history", "summary", "list"],
  "report --by day": ["daily", "days", "day"],
  "report --by week": ["weekly", "weeks", "week"],
  "report --by model": ["models", "model"],
  "report --by month": ["monthly", "months", "month"],
  "report --by project": ["project", "projects", "repo", "repos"],
  "report --by session": ["session", "sessions"],
  "report --by hour": ["hourly", "hours", "hour"],
  "report --by session --since window": ["blocks", "block", "window"],
  "report --since today": ["today", "now"],
  "report --since yesterday": ["yesterday"],
  "report --json": ["json", "export"],
  "report --csv": ["csv"],
  "report --html usage.html": ["html", "page", "chart", "dashboard", "web", "open"],
  beat: ["refresh", "scan", "sync", "push", "once"],
  run: ["daemon", "serve", "server"],
  doctor: ["check", "diagnose", "diagnostics", "test", "verify"],
  config: ["settings", "env"],
  "install --now": ["setup", "init", "enable", "restart", "reload", "service"],
  uninstall: ["remove", "delete", "disable"],
};

/** For `Program.hints`: what to try instead of a word that is not a command. */
export function hintsFor(program: string, platform: string): Record<string, string> {
  const quoted = (line: string) => `"${program} ${line}"`;
  const lines = Object.entries(WORDS_BY_LINE).flatMap(([line, words]) =>
    words.map((word): [string, string] => [word, `try ${quoted(line)}`]),
  );
  const isMac = platform === "darwin";
  const log = isMac ? `~/Library/Logs/${program}/${program}.log` : `"journalctl --user -u ${program}"`;
  const stop = isMac ? quoted("uninstall") : `"systemctl --user stop ${program}"`;
  const logs = `the service's log is ${isMac ? "in" : "printed by"} ${log}`;
  return {
    ...Object.fromEntries(lines),
    start: `try ${quoted("run")} in this terminal, or ${quoted("install --now")} for a service`,
    stop: `press Ctrl-C to stop ${quoted("run")}, or stop the service with ${stop}`,
    log: logs,
    logs,
  };
}
