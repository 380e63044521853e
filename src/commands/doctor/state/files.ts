import { basename } from "node:path";
import { vendor } from "#vendor";
import { shellWord } from "../../../base/shell-word.ts";
import { plural } from "../../../base/words.ts";
import { CORRUPT_PREFIX, isLeftover } from "../../../state/index.ts";
import { type Check, failure, warning } from "../check.ts";
import { chownCommand } from "../fixes.ts";
import type { StateFacts } from "./facts.ts";

const ID = "state-folder";
/** Up to this many files of a kind are named one by one. */
const MAX_NAMED = 5;
const CORRUPT = "corrupt state file";

/** The state's files that another user owns. */
export function judgeForeignFiles({ dir, foreignFiles }: Pick<StateFacts, "dir" | "foreignFiles">): Check[] {
  const { named, corrupt } = group(foreignFiles);
  const checks: Check[] = [];
  if (named.length > 0) {
    checks.push(failure(ID, `owned by another user: ${named.join(", ")}`, chownCommand(named)));
  }
  if (corrupt > 0) {
    const message = `owned by another user: ${plural(corrupt, CORRUPT)} in ${dir}`;
    checks.push(failure(ID, message, `sudo ${forCorrupt(dir, 'chown "$(id -un)"')}`));
  }
  return checks;
}

/** The state's files that other users can read or write. */
export function judgeOpenFiles({ dir, openFiles }: Pick<StateFacts, "dir" | "openFiles">): Check[] {
  const { named, corrupt, leftovers } = group(openFiles);
  const checks = named.map((path) => open(path, `chmod 600 ${shellWord(path)}`));
  if (corrupt > 0) checks.push(open(`${plural(corrupt, CORRUPT)} in ${dir}`, forCorrupt(dir, "chmod 600")));
  if (leftovers > 0) {
    const what = `${plural(leftovers, "file")} that stopped refreshes left in ${dir}`;
    checks.push(open(what, `${vendor.program} beat`));
  }
  return checks;
}

function open(what: string, fix: string): Check {
  return warning(ID, `other users can read or write ${what}`, fix);
}

/** The files to name, and how many there are of each kind that has too many to name. */
function group(paths: readonly string[]) {
  const named: string[] = [];
  const corrupt: string[] = [];
  const leftovers: string[] = [];
  for (const path of paths) {
    const name = basename(path);
    if (name.startsWith(CORRUPT_PREFIX)) corrupt.push(path);
    else if (isLeftover(name)) leftovers.push(path);
    else named.push(path);
  }
  return { corrupt: unlessFew(corrupt), leftovers: unlessFew(leftovers), named };

  function unlessFew(found: readonly string[]): number {
    if (found.length > MAX_NAMED) return found.length;
    named.push(...found);
    return 0;
  }
}

/** A command for all corrupt state files, however many there are. It skips links with such names. */
function forCorrupt(dir: string, command: string): string {
  return `find ${shellWord(`${dir}/`)} -maxdepth 1 -type f -name '${CORRUPT_PREFIX}*' -exec ${command} {} +`;
}
