// A process of its own that takes the lock of the folder it is started with, says what came of it, and holds on.
import { stateFolder } from "../../../src/state/folder/state-folder.ts";
import { takeLock } from "../../../src/state/lock/take-lock.ts";

const lock = await takeLock(stateFolder(process.argv[2] ?? ""));
process.on("message", () => {
  if (lock.status === "held") void lock.release().then(() => process.send?.("released"));
});
process.send?.(lock.status);
