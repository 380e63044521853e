import { realpathSync } from "node:fs";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { shellWord } from "../../base/shell-word.ts";
import { describeCode } from "../../base/system-errors.ts";
import { type Output, refuse } from "../../cli/index.ts";
import { agentSettingsPath, homeFolder } from "../../settings/index.ts";
import { visible } from "../../text/visible.ts";
import { askOnTerminal } from "../ask.ts";
import { programCall } from "../call.ts";
import { planChange } from "./plan.ts";
import { readSettings, writeSettings } from "./write.ts";

export interface InstallOptions {
  /** Changes the file without a question. */
  readonly yes: boolean;
  /** A command whose line follows ours. */
  readonly other: string | undefined;
}

/** Shows the change to the coding agent's settings that sets its status line, and makes it once told to (rule STATUSLINE-7). */
export async function installStatusLine({ yes, other }: InstallOptions, output: Output): Promise<ExitCode> {
  const home = homeFolder(process.env);
  const command = `${lastingCall()} statusline`;
  const { statusLineKey: key } = vendor.agentSettings;
  if (key === undefined || home === undefined) {
    const fix = `set its status line to the command: ${command}`;
    return refuse(output, `how the coding agent sets its status line is not known. Fix: ${fix}`);
  }
  const path = agentSettingsPath(process.env, home);
  const read = await readSettings(path);
  if ("code" in read) return refuse(output, `cannot read ${visible(path)}: ${describeCode(read.code)}`);
  const plan = planChange({ text: read.text, key, command, other });
  if (plan.status === "refused") return refuse(output, `${visible(path)} ${plan.what}`);
  if (plan.status === "done") {
    output.out("The status line is already set. Nothing was changed.\n");
    return EXIT.ok;
  }
  output.out(`In ${visible(path)}:\n\n${shownChange(key, plan.before, plan.after)}\n`);
  const ask = askOnTerminal();
  if (!yes && !(await ask?.("Change it?"))) {
    const how = ask === undefined ? " Add --yes to make this change." : "";
    output.out(`Nothing was changed.${how}\n`);
    return EXIT.ok;
  }
  const code = await writeSettings(path, read.text, plan.text);
  if (code === "ESTALE") return refuse(output, `${visible(path)} has changed meanwhile: nothing was written`);
  if (code !== undefined) return refuse(output, `cannot write ${visible(path)}: ${describeCode(code)}`);
  output.out("Done. The coding agent shows the line from its next answer on.\n");
  return EXIT.ok;
}

/** How to run this program from any folder. */
function lastingCall(): string {
  const { words, isLocal } = programCall();
  if (!isLocal) return words;
  return `${shellWord(process.execPath)} ${shellWord(realpathSync(process.argv[1] ?? ""))}`;
}

function shownChange(key: string, before: unknown, after: unknown): string {
  const line = (sign: string, value: unknown) => `${sign} "${key}": ${visible(JSON.stringify(value))}\n`;
  return `${before === undefined ? "" : line("-", before)}${line("+", after)}`;
}
