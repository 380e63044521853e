import { HOUR_MS } from "../../../src/base/durations.ts";
import type { Log } from "../../../src/base/edges.ts";
import { shellWord } from "../../../src/base/shell-word.ts";
import type { Output } from "../../../src/cli/index.ts";
import { type AdminContext, type InviteLine, runOperation } from "../admin/index.ts";
import type { Settings } from "../settings/index.ts";

interface Ready {
  /** Whether no machine should join, because all is deleted at the end. */
  readonly isDemo: boolean;
  readonly settings: Pick<Settings, "data">;
  readonly log: Log;
}

/** Says that the collector is ready: to people with links, to scripts with one JSON line that holds no secret. */
export async function sayReady(
  output: Output,
  context: AdminContext,
  { isDemo, settings: { data }, log }: Ready,
): Promise<void> {
  const { url, local } = context.links;
  const isScript = !process.stdout.isTTY;
  if (isScript) {
    const line = { level: "info", time: new Date(context.now).toISOString(), msg: "listening", url };
    output.out(`${JSON.stringify(line)}\n`);
    if (!isDemo) {
      const words = `agent-usage-collector admin${local === null ? "" : " --local"} --data ${shellWord(data)}`;
      return log.info({}, `to open the pages, make a link: ${words}`);
    }
  }
  // A link to made-up data is no secret.
  const say = isScript ? output.err : output.out;
  const admin = await runOperation("admin", { local: local !== null }, context);
  say(`Collector ready:  ${url}\n`);
  if (admin.status === "done") {
    const { link } = admin.result as { link: string };
    say(`Open as admin:    ${link}             (works once, for 30 minutes)\n`);
  }
  if (isDemo) return;
  const invite = await runOperation("invite", { uses: 1, ttlMs: HOUR_MS }, context);
  if (invite.status === "done") {
    const { line } = invite.result as InviteLine;
    say(`Add a machine:    agent-usage join '${line}'   (works once, for 1 hour)\n`);
  }
}
