import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import type { Output } from "../../cli/index.ts";
import { realServiceEdges, type ServiceEdges, serviceState } from "../../service/install/index.ts";
import { readDelivery, readMachineId, stateFolder } from "../../state/index.ts";
import { screenOf } from "../../text/screen.ts";
import { jsonLine } from "../../text/visible.ts";
import { loadSavedState } from "../saved-state.ts";
import { statusOf } from "./facts.ts";
import type { Service } from "./schema.ts";
import { statusText } from "./text.ts";

/** Shows the limits, the usage, the refreshes and the service. Before the first beat it says so and exits with 0. */
export async function statusCommand(
  { json }: { json: boolean },
  output: Output,
  edges: ServiceEdges = realServiceEdges(),
): Promise<ExitCode> {
  const saved = await loadSavedState(output);
  if (saved.status === "exit") return saved.code;
  const { state, settings } = saved;
  const folder = stateFolder(settings.stateDir);
  const status = statusOf({
    state,
    settings,
    machineId: await readMachineId(folder, state),
    delivery: await readDelivery(folder),
    service: queryService(edges),
    now: Date.now(),
  });
  output.out(json ? jsonLine(status) : statusText(status, screenOf(process.stdout, process.env)));
  return EXIT.ok;
}

function queryService({ manager, env, run }: ServiceEdges): Service {
  if (manager === undefined) return { manager: null, status: "unknown" };
  return { manager, status: serviceState({ manager, env, run }).status };
}
