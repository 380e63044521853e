import { existsSync } from "node:fs";
import { basename, delimiter, dirname, join, relative } from "node:path";
import { vendor } from "#vendor";
import type { Env } from "../base/edges.ts";
import { shellWord } from "../base/shell-word.ts";

/** How this process was started. */
export interface Start {
  /** The file that Node was told to run, with links as they are: `process.argv[1]`. */
  readonly file: string;
  /** The current folder. */
  readonly cwd: string;
  /** The variable `PATH`. */
  readonly path: string | undefined;
}

/** What to type in a shell to run a program. */
export interface Call {
  readonly words: string;
  /** Whether that only works in the current folder. */
  readonly isLocal: boolean;
}

/**
 * How to run a program of this package: its name if it is installed; otherwise `npx` and its name at the root of a checkout,
 * or Node and the path of its file.
 * @param program default: this one
 */
export function programCall(program: string = vendor.program, start: Start = realStart()): Call {
  const { file, cwd, path = "" } = start;
  const folder = dirname(file);
  if (isCheckout(start) || folder.includes("/_npx/")) return { words: `npx ${program}`, isLocal: true };
  if (basename(file) === vendor.program) {
    const isOnPath = path.split(delimiter).includes(folder);
    return { words: isOnPath ? program : shellWord(join(folder, program)), isLocal: false };
  }
  if (folder.includes("/node_modules/")) return { words: program, isLocal: false };
  const dist = partOf(vendor.program) === "" ? folder : dirname(folder);
  const cli = join(dist, partOf(program), "cli.js");
  return { words: `node ${shellWord(relative(cwd, cli))}`, isLocal: true };
}

/** How to start a program's daemon in a terminal. */
export function daemonCall(program: string, start: Start = realStart()): string {
  if (!isCheckout(start)) return `${programCall(program, start).words} run`;
  return partOf(program) === "" ? "npm start" : `npm run start:${partOf(program)}`;
}

/** One command line of this program, such as `npx agent-usage status`. */
export function commandCall(line: string): string {
  return `${programCall().words} ${line}`;
}

/** Whether the current folder is the root of a checkout, and the program is what was built there. */
function isCheckout({ file, cwd }: Start): boolean {
  return relative(cwd, file).startsWith("dist/") && existsSync(join(cwd, "package.json"));
}

/** The part of a program's name that also names its folder in `dist/` and its npm script; empty for `agent-usage`. */
function partOf(program: string): string {
  return program.replace(/^agent-usage-?/, "");
}

function realStart(): Start {
  const { PATH }: Env = process.env;
  return { file: process.argv[1] ?? "", cwd: process.cwd(), path: PATH };
}
