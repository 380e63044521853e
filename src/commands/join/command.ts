import { text as textOf } from "node:stream/consumers";
import { vendor } from "#vendor";
import type { Env } from "../../base/edges.ts";
import { completeLog } from "../../base/edges.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { defaultFetch, requestTrusting } from "../../base/net/request.ts";
import { enforceTls } from "../../base/net/tls.ts";
import { type Output, refuse } from "../../cli/index.ts";
import { collectorCaFailure, describeFailure, joinFailure, stateFailure } from "../../failures/index.ts";
import {
  connectionFailure,
  findAuthority,
  type JoinFailure,
  join,
  machineOf,
  readCollectorCa,
} from "../../push/index.ts";
import {
  type Config,
  describeProblem,
  homeFolder,
  loadConfig,
  resolveConfig,
  VARIABLES,
} from "../../settings/index.ts";
import { machineId, readLatestState, stateFolder } from "../../state/index.ts";
import { NO_HOME } from "../install/command.ts";
import { firstPush } from "./first-push.ts";
import { type JoinLine, parseLine } from "./line.ts";
import { authorityByHand, currentCollector, joinPaths, overridingVariables } from "./place.ts";
import { writeCa, writeJoined } from "./write.ts";

export { authorityByHand, currentCollector, joinPaths, overridingVariables } from "./place.ts";

type Step<T> =
  | { readonly status: "ok"; readonly value: T }
  | { readonly status: "failed"; readonly message: string };

const failed = (message: string): Step<never> => ({ status: "failed", message });
const failedBy = (reason: Parameters<typeof joinFailure>[0]) => failed(describeFailure(joinFailure(reason)));

/** Joins the collector that a line names, and pushes a first snapshot. @param word the line; `-` or none: standard input */
export async function joinCommand(word: string | undefined, output: Output): Promise<ExitCode> {
  const { env } = process;
  enforceTls(env, completeLog());
  const fail = (message: string) => refuse(output, message);
  if (word === undefined && process.stdin.isTTY) {
    return fail(`join needs the line that the collector printed. Fix: ${vendor.program} join 'https://…'`);
  }
  const given = word === undefined || word === "-" ? await textOf(process.stdin) : word;
  const line = parseLine(given);
  if (line === undefined) return fail(describeFailure(joinFailure("not_a_line")));
  const home = homeFolder(env);
  if (home === undefined) return fail(NO_HOME);
  const paths = joinPaths(env, home);

  const config = await freeSettings(line, env, home);
  if (config.status === "failed") return fail(config.message);
  const byHand = line.fingerprint === undefined ? authorityByHand(config.value, env, paths) : undefined;
  const authority =
    byHand === undefined ? await trustedAuthority(line) : await authorityOf(config.value, env);
  if (authority.status === "failed") return fail(authority.message);
  const machine = await thisMachine(config.value, env);
  if (machine.status === "failed") return fail(machine.message);
  // Before the code is used up: the folder may not be writable.
  const ca = await writeCa(paths, byHand === undefined ? authority.value : undefined);
  if (ca.status === "failed") return fail(ca.message);
  const joined = await join(
    { ...line, machine: machine.value },
    authority.value === undefined ? defaultFetch() : requestTrusting(authority.value),
  );
  if (joined.status === "failed") {
    await ca.undo();
    const isJoined = currentCollector(config.value, env, paths).status === "joined";
    const isAgain = isJoined && joined.reason === "invalid_code";
    return fail(describeFailure(joinFailure(isAgain ? "already_joined" : joined.reason)));
  }
  const written = await writeJoined(paths, {
    baseUrl: line.baseUrl,
    token: joined.token,
    collectorCa: ca.isWritten ? paths.ca : byHand,
  });
  if (written.status === "failed") return fail(written.message);
  return firstPush(machine.value.label, output);
}

/** The settings, if join overwrites nothing in them that it did not write. */
async function freeSettings(line: JoinLine, env: Env, home: string): Promise<Step<Config>> {
  // An authority set by hand is what vouches for the collector if the line names none.
  const kept = line.fingerprint === undefined ? "collectorCa" : undefined;
  const variable = overridingVariables(env).find((name) => kept === undefined || name !== VARIABLES[kept]);
  if (variable !== undefined)
    return failed(`${variable} is set and would win over what join writes. Fix: unset it`);
  const loaded = await loadConfig({ env });
  if (loaded.status === "invalid")
    return failed(loaded.problems.map((problem) => describeProblem(problem)).join("; "));
  const current = currentCollector(loaded.config, env, joinPaths(env, home));
  switch (current.status) {
    case "none":
      break;
    case "by_hand":
      if (current.setting === kept) break;
      return failed(`${current.setting} is set in the settings file. Fix: remove it there, then join again`);
    case "joined":
      if (current.baseUrl === line.baseUrl) break;
      return failed(`this machine pushes to ${new URL(current.baseUrl).host}. Fix: ${vendor.program} leave`);
  }
  return { status: "ok", value: loaded.config };
}

/** The authority that the line's fingerprint names, as PEM; `undefined` if Node's are to vouch for the collector. */
async function trustedAuthority({ baseUrl, fingerprint }: JoinLine): Promise<Step<string | undefined>> {
  if (fingerprint === undefined) return { status: "ok", value: undefined };
  const found = await findAuthority(baseUrl, fingerprint);
  switch (found.status) {
    case "found":
      return { status: "ok", value: found.pem };
    case "differs":
      return failedBy("fingerprint_differs");
    case "unreachable":
      return failedBy(connectionFailure(found.code) satisfies JoinFailure);
  }
}

/** The authority that the settings name, as PEM. */
async function authorityOf(config: Config, env: Env): Promise<Step<string | undefined>> {
  const ca = await readCollectorCa(resolveConfig(config, env).collectorCa);
  switch (ca.status) {
    case "ok":
      return { status: "ok", value: ca.pem };
    case "none":
      return { status: "ok", value: undefined };
    case "malformed":
      return failed(describeFailure(collectorCaFailure(ca.status)));
    case "unreadable":
      return failed(describeFailure(collectorCaFailure(ca.status, ca.code)));
  }
}

async function thisMachine(config: Config, env: Env): Promise<Step<ReturnType<typeof machineOf>>> {
  const settings = resolveConfig(config, env);
  const folder = stateFolder(settings.stateDir);
  const saved = await readLatestState(folder);
  if (saved.status === "newer" || saved.status === "other_program") {
    return failed(describeFailure(stateFailure(saved.status)));
  }
  const id = await machineId(folder, saved.status === "ok" ? saved.state.machineId : undefined);
  if (id.status === "failed") return failed(describeFailure(stateFailure("no_machine_id", id.code)));
  return { status: "ok", value: machineOf(id.id, settings) };
}
