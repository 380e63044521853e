/** The value of `ExecStart=`. systemd refuses a program with a quote or a backslash in its path; env(1) runs it. */
export function execStart(program: string, ...words: readonly string[]): string {
  const isAccepted = !/['"\\]/.test(program);
  const start = isAccepted ? execWord(program, "program") : `/usr/bin/env ${execWord(program)}`;
  return [start, ...words.map((word) => execWord(word))].join(" ");
}

/**
 * A word of `ExecStart=` (systemd.service(5), "Command lines"), quoted so that systemd expands nothing in it. systemd
 * expands no `$` in the path of the program.
 */
export function execWord(text: string, kind: "program" | "argument" = "argument"): string {
  const escaped = text.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%");
  return `"${kind === "program" ? escaped : escaped.replaceAll("$", "$$$$")}"`;
}
