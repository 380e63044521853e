import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type Output, refuse } from "../cli/index.ts";
import { buildSnapshot, machineOf } from "../push/index.ts";
import { readMachineId, stateFolder } from "../state/index.ts";
import { jsonLine } from "../text/visible.ts";
import { commandCall } from "./call.ts";
import { lastLimits, loadSavedState } from "./saved-state.ts";

/** Prints the body of a push, from the saved state: no scan, no request, no lock, and nothing is written. */
export async function snapshotCommand(output: Output): Promise<ExitCode> {
  const saved = await loadSavedState(output);
  if (saved.status === "exit") return saved.code;
  const { state, settings } = saved;
  const limits = state && lastLimits(state);
  if (state === undefined || limits === undefined) {
    return refuse(output, `no refresh has run yet. Fix: run "${commandCall("beat")}"`);
  }
  const id = await readMachineId(stateFolder(settings.stateDir), state);
  if (id === undefined)
    return refuse(
      output,
      `the machine's id is missing or corrupt. Fix: run "${commandCall("beat")}", which creates it`,
    );
  const snapshot = buildSnapshot({
    state,
    limits,
    machine: machineOf(id, settings),
    readErrors: state.lastBeat?.readErrors ?? 0,
    now: Date.now(),
  });
  output.out(jsonLine(snapshot));
  return EXIT.ok;
}
