import * as z from "zod";
import { parseJson } from "../../base/json.ts";
import type { CommandRunner } from "./command-runner.ts";

const UNIT_PATH = ["systemctl", "--user", "show", "--property=UnitPath", "--value"];
/** The same property as JSON. systemctl's format for a path with a space depends on its version. */
const UNIT_PATH_JSON = [
  "busctl",
  "--user",
  "--json=short",
  "get-property",
  "org.freedesktop.systemd1",
  "/org/freedesktop/systemd1",
  "org.freedesktop.systemd1.Manager",
  "UnitPath",
];
const unitPathSchema = z.object({ data: z.array(z.string()) });

export type UnitFolder =
  | { readonly status: "reached"; readonly unitFolder: string | undefined }
  | { readonly status: "unreachable"; readonly why: string };

/**
 * Asks systemd's user manager for the folder of the user's own units. The folders of `UnitPath` are in the order of
 * precedence, and the first is that folder with `.control` at its end.
 */
export function queryUnitFolder(run: CommandRunner): UnitFolder {
  const { status, output } = run(UNIT_PATH);
  if (status !== 0) return { status: "unreachable", why: output };
  const [, folder] = /^(\/\S+\/systemd\/user)\.control(?: |$)/.exec(output) ?? [];
  return { status: "reached", unitFolder: folder ?? queryAsJson(run) };
}

function queryAsJson(run: CommandRunner): string | undefined {
  const { status, output } = run(UNIT_PATH_JSON);
  const parsed = unitPathSchema.safeParse(status === 0 ? parseJson(output) : undefined);
  const [, folder] = /^(\/.+\/systemd\/user)\.control$/.exec(parsed.data?.data[0] ?? "") ?? [];
  return folder;
}
