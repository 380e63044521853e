import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CLEAN_ENV } from "./process.ts";

const DAEMON = fileURLToPath(new URL("../../dist/daemon.js", import.meta.url));
const AFTER_BEAT_MS = 10_000;

/** The memory of a daemon 10 s after its first beat, in MB. Its collector is unreachable. */
export async function daemonMegabytes(transcripts: string): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), "agent-usage-bench-"));
  const env = {
    ...CLEAN_ENV,
    HOME: home,
    AGENT_USAGE_TRANSCRIPTS: transcripts,
    AGENT_USAGE_BASE_URL: "https://127.0.0.1:9",
    AGENT_USAGE_LIMITS: "off",
  };
  const daemon = spawn(process.execPath, [DAEMON], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    for await (const line of createInterface({ input: daemon.stdout })) if (line.includes('"seq":1')) break;
    await wait(AFTER_BEAT_MS);
    return await residentMegabytes(daemon);
  } finally {
    await end(daemon);
    await rm(home, { recursive: true });
  }
}

/** The memory of an idle Node, in MB. */
export async function idleNodeMegabytes(): Promise<number> {
  const idle = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e9)"], {
    env: CLEAN_ENV,
    stdio: "ignore",
  });
  try {
    await wait(AFTER_BEAT_MS);
    return await residentMegabytes(idle);
  } finally {
    await end(idle);
  }
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** The memory of a process, in MB. Linux only. */
export async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
