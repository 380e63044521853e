import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { findManager } from "../service/install/manager.ts";
import { type Run, runCommandLine } from "../service/install/run.ts";
import { readDelivery } from "../state/delivery.ts";
import { realFiles } from "../state/files.ts";
import { readMachineId } from "../state/machine-id.ts";
import type { Output } from "./output.ts";
import { openSaved } from "./saved.ts";
import { statusOf } from "./status/facts.ts";
import { askService } from "./status/service.ts";
import { statusText } from "./status/text.ts";
import { screenOf } from "./text/screen.ts";
import { jsonLine } from "./text/visible.ts";

/** Tells the limits, what was used, the beats and the service. Before the first beat too: that is no failure. */
export async function statusCommand(
  { json, run = (command) => runCommandLine(command) }: { json: boolean; run?: Run },
  output: Output,
): Promise<ExitCode> {
  const saved = await openSaved(output);
  if (saved.status === "exit") return saved.code;
  const { state, settings } = saved;
  const status = statusOf({
    state,
    settings,
    machineId: await readMachineId(settings.stateDir, state, realFiles),
    delivery: await readDelivery(settings.stateDir, realFiles),
    service: askService(findManager(), run),
    now: Date.now(),
  });
  output.out(json ? jsonLine(status) : statusText(status, screenOf(process.stdout, process.env)));
  return EXIT.ok;
}
