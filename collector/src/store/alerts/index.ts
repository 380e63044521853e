/* Rules, channels, alerts and their deliveries. */
import type { Kysely } from "kysely";
import type { AlertStore } from "../alert-store.ts";
import type { EngineKind } from "../engine/connection.ts";
import type { Tables } from "../tables.ts";
import { addChannel, changeChannel, lastAttempts, listChannels, removeChannel } from "./channels.ts";
import { claimDelivery, settleDelivery } from "./deliveries.ts";
import { listAlerts, pruneAlerts } from "./entries.ts";
import { addTest, raise, raisedSince } from "./raise.ts";
import { changedOwners, courseOf, highReadings, newestChange, readingsOf } from "./readings.ts";
import { listRules, removeRule, saveRule } from "./rules.ts";
import { beat, firstProcess, leave, watchedMachines, watchMachine } from "./silence.ts";

export function alertsOf(db: Kysely<Tables>, kind: EngineKind): AlertStore {
  return {
    rules: () => listRules(db),
    saveRule: (rule, by) => saveRule(db, rule, by),
    removeRule: (account, by) => removeRule(db, account, by),
    channels: () => listChannels(db),
    lastAttempts: () => lastAttempts(db),
    addChannel: (channel, by) => addChannel(db, channel, by),
    changeChannel: (id, change, by) => changeChannel(db, id, change, by),
    removeChannel: (id, by) => removeChannel(db, id, by),
    watchMachine: (machine, afterMs, by) => watchMachine(db, machine, afterMs, by),
    watchedMachines: () => watchedMachines(db),
    beat: (process, now, gapMs, isFirst) => beat(db, kind, process, now, gapMs, isFirst),
    firstProcess: (since) => firstProcess(db, since),
    leave: (process) => leave(db, process),
    newestChange: () => newestChange(db),
    changedOwners: (after) => changedOwners(db, after),
    readingsOf: (owners, since) => readingsOf(db, owners, since),
    courseOf: (owner, since) => courseOf(db, owner, since),
    raisedSince: (since) => raisedSince(db, since),
    highReadings: (percent, since) => highReadings(db, percent, since),
    addTest: (alert, channel, attempt, by) => addTest(db, alert, channel, attempt, by),
    raise: (alert, channels, isKnown) => raise(db, kind, alert, channels, isKnown),
    claim: (now, leaseMs) => claimDelivery(db, now, leaseMs),
    settle: (delivery, attempt, next) => settleDelivery(db, delivery, attempt, next),
    list: (limit, before) => listAlerts(db, limit, before),
    pruneAlerts: (before) => pruneAlerts(db, before),
  };
}
