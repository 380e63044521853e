import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a process took, from start to end. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time. */
  readonly cpuMs: number;
  readonly peakMegabytes: number;
  readonly stdout: string;
}

/** What a measured program sees of the environment: `NODE_EXTRA_CA_CERTS` alone costs Node 20 some 35 ms at its start. */
export const CLEAN_ENV = { PATH: process.env["PATH"] };

/** Runs a program and measures it with GNU time. Throws if it fails. */
export async function measure(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), "agent-usage-bench-"));
  try {
    const report = join(folder, "time");
    const child = spawn("/usr/bin/time", ["--format", "%e %U %S %M", "--output", report, ...command], {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    const started = performance.now();
    const [code] = (await once(child, "close")) as [number | null];
    const wallMs = performance.now() - started;
    if (code !== 0) throw new Error(`${command[0]} exited with ${code}`);
    const [, user = 0, system = 0, kilobytes = 0] = (await readFile(report, "utf8")).split(" ").map(Number);
    const stdout = Buffer.concat(chunks).toString();
    return { wallMs, cpuMs: (user + system) * 1000, peakMegabytes: kilobytes / 1024, stdout };
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
