import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../../../src/base/errors.ts";
import type { ExitCode } from "../../../src/base/exit-codes.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { CAST, fillPast, keepPushing, type Senders, sendNowhere } from "../demo/index.ts";
import type { Settings } from "../settings/index.ts";
import type { Store } from "../store/index.ts";
import { readySettings } from "./ask.ts";
import { withFreePorts } from "./free-ports.ts";
import { runServer, type ServedDemo, serveSignal } from "./serve.ts";

const DAYS = 365;
const SEED = 1;
/** These name data that the demo must not touch. */
const REAL_DATA = ["data", "database", "database-file"];

/** Runs the collector on made-up data, in a folder of its own that is gone at the end. */
export async function demoCommand(options: Options, output: Output): Promise<ExitCode> {
  const given = REAL_DATA.find((name) => options.has(name));
  if (given !== undefined)
    return refuse(output, `--demo makes a database of its own and deletes it. Fix: leave out --${given}`);
  const signal = serveSignal();
  const made = await makeFolder();
  if (made.status === "failed") return refuse(output, made.reason);
  const { folder } = made;
  // Also if a second signal ends the process at once.
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeNow);
  try {
    const ready = await demoSettings(folder, options, output);
    if (ready.status === "exit") return ready.code;
    output.err(
      `Demo: ${CAST.length} made-up machines and a year of made-up figures. No real data is used.\n`,
    );
    return await runServer({ settings: ready.value, signal, output, demo: demoOf(output, signal) });
  } finally {
    await rm(folder, { recursive: true, force: true });
    process.off("exit", removeNow);
  }
}

type Made =
  | { readonly status: "made"; readonly folder: string }
  | { readonly status: "failed"; readonly reason: string };

/** Only its owner can use it. */
async function makeFolder(): Promise<Made> {
  const where = tmpdir();
  try {
    return { status: "made", folder: await mkdtemp(join(where, "agent-usage-demo-")) };
  } catch (error) {
    return {
      status: "failed",
      reason: `cannot make a folder in ${where}: ${describeCode(errorCode(error))}`,
    };
  }
}

/** Those of the command line alone: variables and the settings file are the real collector's, and name its data. */
async function demoSettings(folder: string, options: Options, output: Output) {
  const env = { HOME: process.env["HOME"], XDG_CONFIG_HOME: folder };
  const ready = await readySettings(new Map([...options, ["data", folder]]), output, env);
  if (ready.status === "exit") return ready;
  const value: Settings = await withFreePorts(ready.value, {
    listen: !options.has("listen"),
    local: !options.has("local"),
  });
  return { ...ready, value };
}

function demoOf(output: Output, signal: AbortSignal): ServedDemo {
  const scene = { seed: SEED, now: Date.now(), days: DAYS, cast: CAST };
  let senders: Senders = new Map();
  return {
    async fill(store: Store) {
      const filled = await fillPast(store, scene, signal);
      if (filled.status === "unavailable")
        return "the made-up data could not be written. Fix: free some space";
      if (filled.status === "filled") senders = filled.senders;
      return undefined;
    },
    sendBy: (real) => sendNowhere(real, Date.now),
    goOn(onKept) {
      output.err("Demo: new figures come every few seconds. Stop with Ctrl-C: all of it is then deleted.\n");
      return keepPushing({ scene, senders, clock: Date.now, onKept });
    },
  };
}
