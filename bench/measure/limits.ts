import { existsSync } from "node:fs";

/** How to run a program on one core: what comes before its command, or why it cannot be measured. */
export type Core =
  | { readonly status: "ok"; readonly before: readonly string[] }
  | { readonly status: "skipped"; readonly why: string };

export function onOneCore(): Core {
  const taskset = "/usr/bin/taskset";
  if (!existsSync(taskset)) return { status: "skipped", why: "skipped: there is no taskset" };
  return { status: "ok", before: [taskset, "-c", "0"] };
}

/**
 * A limit of 200 MB of memory. The shell limits the memory that a process can write to, with its threads' stacks; a container's
 * limit would count less.
 */
export const LIMITS = {
  name: "200 MB (ulimit -d 200000, --max-old-space-size=100)",
  before: ["/bin/sh", "-c", 'ulimit -d 200000; exec "$@"', "sh"],
  flags: ["--max-old-space-size=100"],
} as const;
