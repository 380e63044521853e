import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type Output, refuse } from "../cli/index.ts";
import { buildSnapshot, machineOf } from "../push/index.ts";
import { readMachineId, stateFolder } from "../state/index.ts";
import { jsonLine } from "../text/visible.ts";
import { lastLimits, NO_BEAT, openSaved } from "./saved.ts";

/** Prints what a push would send, from the saved state: no scan, no call, no lock, and nothing is written. */
export async function snapshotCommand(output: Output): Promise<ExitCode> {
  const saved = await openSaved(output);
  if (saved.status === "exit") return saved.code;
  const { state, settings } = saved;
  const limits = state && lastLimits(state);
  if (state === undefined || limits === undefined) return refuse(output, NO_BEAT);
  const id = await readMachineId(stateFolder(settings.stateDir), state);
  if (id === undefined)
    return refuse(output, "the machine's id is missing or spoilt: the next beat makes it anew");
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
