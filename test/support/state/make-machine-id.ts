// A process that creates the machine's id in each folder that it is sent, and sends back the result.

import { machineId } from "../../../src/state/disk/machine-id.ts";
import { stateFolder } from "../../../src/state/folder/state-folder.ts";

process.on("message", (dir: string) => {
  void machineId(stateFolder(dir)).then((made) => process.send?.(made));
});
process.send?.("ready");
