import { rm, stat } from "node:fs/promises";
import { connect } from "node:net";

/** Whether a process answers on a Unix socket. */
export function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** Removes a socket that nobody answers on: one that a killed server left. */
export async function removeLeftSocket(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isSocket() && !(await isAnswered(path))) await rm(path, { force: true });
}
