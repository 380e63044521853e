import { dueAlerts, raiseAlert, type WatchedLimit } from "../alert/index.ts";
import type { LimitsResult } from "../contract/index.ts";
import { isSameLimit, outlookOf } from "../forecast/index.ts";
import { noteAlerts, readAlerts, readHistory, readingsOf } from "../state/index.ts";
import { alertWords } from "./alert-words.ts";
import type { BeatContext } from "./steps.ts";

/**
 * Raises the alerts that are due, if a command is set and the limits are new (rules ALERT-1 to ALERT-6). They are remembered before the command is
 * started, so that none is raised twice. Resolves once every command has ended.
 */
export async function raiseAlerts(
  limits: LimitsResult,
  { settings: { alertAt, alertCommand }, folder, env, clock, signal, log }: BeatContext,
): Promise<void> {
  if (alertCommand === undefined) return;
  const now = clock();
  const history = await readHistory(folder);
  const watched = readingsOf(limits).map((reading): WatchedLimit => {
    const past = history.filter((other) => isSameLimit(other, reading));
    return { ...reading, outlook: outlookOf([...past, reading], now) };
  });
  const known = (await readAlerts(folder)) ?? [];
  const { due, raised } = dueAlerts(watched, alertAt, known, now);
  if (due.length > 0 || raised.length !== known.length) await noteAlerts(folder, raised);
  const commands = due.map(async (alert) => {
    log.alert(await raiseAlert(alertCommand, alert, alertWords(alert, now), { env, signal }));
  });
  await Promise.all(commands);
}
