import type { Env } from "../../base/edges.ts";
import { isCopied } from "./environment.ts";

/** A file for systemd's `EnvironmentFile=` (systemd.exec(5)): what install copied, and after it the lines that are the user's own. */
export function environmentFile(environment: Env, kept = ""): string {
  const lines = Object.entries(environment).map(
    ([name, value = ""]) => `${name}="${value.replace(/[\\"`$]/g, "\\$&")}"\n`,
  );
  return lines.join("") + kept;
}

/** The lines of such a file that install never wrote. */
export function linesByHand(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const kept = lines.filter((line) => !isCopied(nameIn(line) ?? ""));
  return kept.some((line) => line.trim() !== "") ? `${kept.join("\n")}\n` : "";
}

/** The variables of such a file, each on a line of its own. */
export function readEnvironmentFile(text: string): Record<string, string> {
  const lines = text.split("\n").flatMap((line) => {
    const name = nameIn(line);
    return name === undefined ? [] : [[name, valueIn(line)] as const];
  });
  return Object.fromEntries(lines);
}

function nameIn(line: string): string | undefined {
  return /^\s*([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
}

function valueIn(line: string): string {
  const value = line.slice(line.indexOf("=") + 1).trim();
  const [, single] = /^'(.*)'$/s.exec(value) ?? [];
  if (single !== undefined) return single;
  const [, double] = /^"(.*)"$/s.exec(value) ?? [];
  return double === undefined ? value.replace(/\\(.)/gs, "$1") : double.replace(/\\([\\"`$])/g, "$1");
}
