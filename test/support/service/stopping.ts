// A daemon that is held at an instant and then ended by a signal.
import { readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { startCollector } from "../collector.ts";
import { emptyState, used } from "../fixtures.ts";
import { credentialsText, makeHome } from "../home.ts";
import { DAEMON, type Ended, type Program, startProgram } from "../program.ts";
import { requestLine } from "../transcript.ts";

/** How long a daemon may take to end, in milliseconds (rule SERVICE-6). It gives itself less, so that a busy machine can still keep to it. */
export const TO_END_MS = 5_000;

/** When a daemon counts as one that does not end: on a machine that many tests keep busy, a process may not run for seconds. In milliseconds. */
const HANGS_MS = 30_000;

export const INSTANTS = ["idle", "scan", "usage call", "push", "save"] as const;
export type Instant = (typeof INSTANTS)[number];

export interface Stopping extends Program {
  readonly stateDir: string;
}

/** The days in the state of every such daemon, which are their only copy. */
export const KNOWN_DAYS = {
  "2026-11-01": { state: "frozen", frozenAt: "2026-11-03T05:00:01.000Z", models: used(2) },
} as const;

/** A daemon at this instant of its first beat, or `idle` after it. */
export async function daemonAt(
  t: TestContext,
  instant: Instant | "hung-save" | "stuck-save",
  env: Record<string, string> = {},
): Promise<Stopping> {
  const collector = await startCollector(t, instant === "push" ? "never" : { status: 204 });
  const home = await makeHome(t, {
    transcripts: { "a.jsonl": [requestLine({ at: new Date().toISOString() })] },
    credentials: credentialsText(),
    state: emptyState({ days: KNOWN_DAYS }),
    ...(instant === "push" && { collector }),
  });
  // Takes far longer to read than a test runs, and no space on the disk.
  if (instant === "scan") await truncate(join(home.transcripts, "a.jsonl"), 200_000_000_000);
  const daemon = await startProgram(t, DAEMON, [], {
    execArgv: ["--import", new URL("instants.mjs", import.meta.url).href],
    env: {
      ...home.env,
      AGENT_USAGE_LIMITS: instant === "usage call" ? "" : "off",
      INSTANT: instant,
      ...env,
    },
  });
  if (instant === "push") await collector.request(1);
  else if (instant === "idle") await daemon.waitForLine(/refresh done/);
  else await daemon.waitForLine(instant.endsWith("-save") ? /^at: save/ : new RegExp(`^at: ${instant}`));
  return { ...daemon, stateDir: home.stateDir };
}

/** Sends the signal and returns how the daemon ended. One that hangs is killed with SIGKILL. */
export async function end({ child, ended }: Program, signal: NodeJS.Signals): Promise<Ended> {
  const late = setTimeout(() => child.kill("SIGKILL"), HANGS_MS);
  child.kill(signal);
  const end = await ended;
  clearTimeout(late);
  return end;
}

export async function savedState(stateDir: string): Promise<{ seq: number; days: Record<string, unknown> }> {
  return JSON.parse(await readFile(join(stateDir, "state.json"), "utf8")) as never;
}
