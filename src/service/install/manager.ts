import { existsSync } from "node:fs";
import * as z from "zod";
import { parseJson } from "../../base/json.ts";
import type { Manager } from "./plan.ts";
import type { Run } from "./run.ts";

/** The machine's service manager for users, where it has one that we know. */
export function findManager(platform: string = process.platform): Manager | undefined {
  if (platform === "darwin") return "launchd";
  // What sd_booted(3) looks at.
  return platform === "linux" && existsSync("/run/systemd/system") ? "systemd" : undefined;
}

export type Reached =
  | { readonly status: "reached"; readonly unitFolder?: string | undefined }
  /** What the system says: in a shell by su or sudo there is no way to a user's manager. */
  | { readonly status: "unreachable"; readonly why: string };

const UNIT_PATH = ["systemctl", "--user", "show", "--property=UnitPath", "--value"];
const EXACT_UNIT_PATH = [
  "busctl",
  "--user",
  "--json=short",
  "get-property",
  "org.freedesktop.systemd1",
  "/org/freedesktop/systemd1",
  "org.freedesktop.systemd1.Manager",
  "UnitPath",
];
/** The folders where systemd's user manager looks come in this order: the user's own are named first. */
const FIRST_FOLDER = /^(\/\S+\/systemd\/user)\.control(?: |$)/;

/** Asks the user's service manager where it looks for units of the user's. */
export function reachManager(manager: Manager, run: Run): Reached {
  if (manager === "launchd") return { status: "reached" };
  const { status, output } = run(UNIT_PATH);
  if (status !== 0) return { status: "unreachable", why: output };
  const [, plain] = FIRST_FOLDER.exec(output) ?? [];
  return { status: "reached", unitFolder: plain ?? exactUnitFolder(run) };
}

const folders = z.object({ data: z.array(z.string()) });

/** systemctl prints a path with a space in it in a way that differs from version to version. */
function exactUnitFolder(run: Run): string | undefined {
  const { status, output } = run(EXACT_UNIT_PATH);
  const parsed = folders.safeParse(status === 0 ? parseJson(output) : undefined);
  const [, folder] = /^(\/.+\/systemd\/user)\.control$/.exec(parsed.data?.data[0] ?? "") ?? [];
  return folder;
}
