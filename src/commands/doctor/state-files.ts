import { basename } from "node:path";
import { vendor } from "#vendor";
import { plural } from "../../base/words.ts";
import { CORRUPT_PREFIX, isLeftover } from "../../state/index.ts";
import { type Check, failure, shellWord, warning } from "./check.ts";
import { takeOver } from "./obstacle.ts";
import type { StateFacts } from "./state-facts.ts";

const ID = "state-folder";
/** More of a kind than beats leave are not named one by one. */
const MOST_NAMED = 5;
const SET_ASIDE = "spoilt state file";

/** The state's files that belong to another user. */
export function judgeTheirFiles({ dir, theirFiles }: Pick<StateFacts, "dir" | "theirFiles">): Check[] {
  const { named, setAside } = sumUp(theirFiles);
  const checks: Check[] = [];
  if (named.length > 0) checks.push(failure(ID, `${named.join(", ")}: another user's`, takeOver(named)));
  if (setAside > 0) {
    const message = `${plural(setAside, SET_ASIDE)} set aside in ${dir}: another user's`;
    checks.push(failure(ID, message, `sudo ${forSetAside(dir, 'chown "$(id -un)"')}`));
  }
  return checks;
}

/** The state's files that others may read or write. */
export function judgeOpenFiles({ dir, openFiles }: Pick<StateFacts, "dir" | "openFiles">): Check[] {
  const { named, setAside, leftovers } = sumUp(openFiles);
  const checks = named.map((path) => open(path, `chmod 600 ${shellWord(path)}`));
  if (setAside > 0) {
    checks.push(open(`${plural(setAside, SET_ASIDE)} set aside in ${dir}`, forSetAside(dir, "chmod 600")));
  }
  if (leftovers > 0) {
    checks.push(
      open(`${plural(leftovers, "file")} that ended beats left in ${dir}`, `${vendor.program} beat`),
    );
  }
  return checks;
}

function open(what: string, fix: string): Check {
  return warning(ID, `others can read or write ${what}`, fix);
}

/** Those to be named, and how many there are of each kind that there are too many of. */
function sumUp(paths: readonly string[]) {
  const named: string[] = [];
  const setAside: string[] = [];
  const leftovers: string[] = [];
  for (const path of paths) {
    const name = basename(path);
    if (name.startsWith(CORRUPT_PREFIX)) setAside.push(path);
    else if (isLeftover(name)) leftovers.push(path);
    else named.push(path);
  }
  return { setAside: unlessFew(setAside), leftovers: unlessFew(leftovers), named };

  function unlessFew(found: readonly string[]): number {
    if (found.length > MOST_NAMED) return found.length;
    named.push(...found);
    return 0;
  }
}

/** A command for all that was set aside, however many these are, and for no link of such a name. */
function forSetAside(dir: string, command: string): string {
  return `find ${shellWord(`${dir}/`)} -maxdepth 1 -type f -name '${CORRUPT_PREFIX}*' -exec ${command} {} +`;
}
