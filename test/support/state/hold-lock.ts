// A process that takes the lock of the given folder, reports the result, and holds the lock until it gets a message.
import { stateFolder } from "../../../src/state/folder/state-folder.ts";
import { takeLock } from "../../../src/state/lock/take-lock.ts";

const lock = await takeLock(stateFolder(process.argv[2] ?? ""));
process.on("message", () => {
  if (lock.status === "held") void lock.release().then(() => process.send?.("released"));
});
process.send?.(lock.status);
