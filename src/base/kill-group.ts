/** Ends a process group, if there is one. @param leader the process id of its first process */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended.
  }
}
