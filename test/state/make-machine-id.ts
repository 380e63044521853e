// A process of its own that makes the machine's id in each folder that it is sent, and sends back what came of it.
import { realFiles } from "../../src/base/disk/files.ts";
import { machineId } from "../../src/state/disk/machine-id.ts";

process.on("message", (dir: string) => {
  void machineId(dir, realFiles).then((made) => process.send?.(made));
});
process.send?.("ready");
