import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { createLog } from "../../base/log/log.ts";
import { type BeatResult, runBeat } from "../../beat/index.ts";
import { type Output, refuse, stopSignal } from "../../cli/index.ts";
import { describeFailure, pushFailure, stateFailure } from "../../failures/index.ts";
import { resolveConfig } from "../../settings/index.ts";
import { progressLine } from "../../text/progress.ts";
import { visible } from "../../text/visible.ts";
import { createScanner } from "../../usage/index.ts";
import { describeMissingRoots } from "../missing-roots.ts";
import { checkSettings } from "../set-up.ts";

/** Runs one refresh with the settings that join wrote, and says how its push went. */
export async function firstPush(label: string, output: Output): Promise<ExitCode> {
  const { env } = process;
  const said = `Joined as "${visible(label)}".`;
  const settings = await checkSettings(env);
  if (settings.status === "invalid") {
    output.out(`${said} Nothing was sent yet: ${settings.problems.join("; ")}\n`);
    return EXIT.failed;
  }
  const { config } = settings;
  const resolved = resolveConfig(config, env);
  const roots = resolved.transcriptRoots;
  const result = await runBeat({
    config,
    log: await createLog({ descriptor: 2, level: "error" }),
    scanner: createScanner({ roots, onProgress: progressLine(process.stderr) }),
    signal: stopSignal(),
  });
  const [words, code] = describe(result);
  output.out(`${said} ${words}\n`);
  // The other program may be the one whose usage was meant.
  const missing = await describeMissingRoots(resolved, "join 'https://…'");
  if (missing !== undefined) refuse(output, missing);
  return code;
}

function describe(result: BeatResult): [string, ExitCode] {
  switch (result.status) {
    case "overlap":
      return ["A refresh is running now; the next one delivers the first snapshot.", EXIT.ok];
    case "aborted":
      return ["The first snapshot was not sent; the next refresh sends it.", EXIT.ok];
    case "state_unusable":
      return [`Nothing was sent: ${describeFailure(stateFailure(result.reason))}`, EXIT.state];
    case "done": {
      const { push } = result;
      if (push === "off" || push.status === "delivered")
        return ["The first snapshot was delivered.", EXIT.ok];
      const why = describeFailure(pushFailure(push.reason));
      return [`The first snapshot was not delivered: ${why}. The next refresh tries again.`, EXIT.pushFailed];
    }
  }
}
