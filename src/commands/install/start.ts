import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { type Output, refuse } from "../../cli/index.ts";
import { removeNote } from "../../limits/index.ts";
import { type InstalledService, logCommand, type Place, startService } from "../../service/install/index.ts";
import type { Settings } from "../../settings/index.ts";
import { stateFolder } from "../../state/index.ts";
import { commandCall } from "../call.ts";
import { savedKeychainFailure } from "../keychain.ts";
import { type WaitClock, waitForRefresh } from "./first-refresh.ts";
import { outcomeLines } from "./outcome.ts";

export interface StartFacts {
  readonly service: InstalledService;
  readonly place: Place;
  /** The service's own. */
  readonly settings: Settings;
  readonly platform: string | undefined;
  readonly clock: WaitClock;
}

/** Starts the service and prints what that achieved: its first figures, or why it does not run (rule INSTALL-16). */
export async function startNow(
  { service, place, settings, platform, clock }: StartFacts,
  output: Output,
): Promise<ExitCode> {
  const { manager, run } = place;
  const log = `Its log: ${logCommand(manager)}`;
  const statusCall = commandCall("status");
  const folder = stateFolder(settings.stateDir);
  // A new start is a reason to ask the Keychain again.
  await removeNote(folder.names.keychain);
  const refused = startService(service, run, (words) => output.out(`${words}\n`));
  if (refused !== undefined) {
    return refuse(output, `${manager} did not start the service: ${refused.failed}. ${log}`);
  }
  const first = await waitForRefresh(folder, place, clock);
  switch (first.status) {
    case "not_running":
      return refuse(output, `the service was started, but it is not running. ${log}`);
    case "refreshing":
      output.out(`\nThe service is running. Its first refresh takes longer: see ${statusCall}\n`);
      return EXIT.ok;
    case "refreshed": {
      const keychain = await savedKeychainFailure(settings, folder, platform);
      const lines = outcomeLines({ state: first.state, now: clock.now(), keychain, statusCall });
      output.out(`\n${lines.map((line) => `${line}\n`).join("")}`);
      return EXIT.ok;
    }
  }
}
