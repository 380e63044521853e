import { HOUR_MS } from "../../../src/base/durations.ts";
import type { Output } from "../../../src/cli/index.ts";
import { type AdminContext, type InviteLine, runOperation } from "../admin/index.ts";

/**
 * Says that the collector is ready: to people with links, to scripts with one JSON line that holds no secret.
 * @param isDemo whether no machine should join, because all is deleted at the end
 */
export async function sayReady(output: Output, context: AdminContext, isDemo: boolean): Promise<void> {
  const { url, local } = context.links;
  if (!process.stdout.isTTY) {
    const line = { level: "info", time: new Date(context.now).toISOString(), msg: "listening", url };
    output.out(`${JSON.stringify(line)}\n`);
    return;
  }
  const admin = await runOperation("admin", { local: local !== null }, context);
  output.out(`Collector ready:  ${url}\n`);
  if (admin.status === "done") {
    const { link } = admin.result as { link: string };
    output.out(`Open as admin:    ${link}             (works once, for 30 minutes)\n`);
  }
  if (isDemo) return;
  const invite = await runOperation("invite", { uses: 1, ttlMs: HOUR_MS }, context);
  if (invite.status === "done") {
    const { line } = invite.result as InviteLine;
    output.out(`Add a machine:    agent-usage join '${line}'   (works once, for 1 hour)\n`);
  }
}
