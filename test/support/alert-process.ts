// A process that delivers the alerts that are due on a database, once it gets a line on its standard input.
// Run with: DATABASE PORT CA-FILE MILLISECONDS-AHEAD
import { once } from "node:events";
import { readFileSync, writeSync } from "node:fs";
import { send } from "../../collector/src/alerts/index.ts";
import { openStore } from "../../collector/src/store/index.ts";
import { alertsOn } from "./alerts.ts";
import { NOW } from "./store/fleet.ts";

const [database = "", port = "", caFile = "", ahead = "0"] = process.argv.slice(2);
const makeAuthority = async () => ({ certificate: "certificate", key: "key" });
const opened = await openStore({ database, makeAuthority });
if (opened.status !== "open") throw new Error(opened.reason);
const ca = readFileSync(caFile, "utf8");
const alerts = alertsOn(opened.store, {
  clock: () => NOW + Number(ahead),
  // Whatever the channel's URL says, it goes to the test's receiver.
  send: (message, signal) =>
    send(
      { ...message, url: `https://hooks.example:${port}/` },
      { allowPrivate: true, ca, resolve: async () => ["127.0.0.1"], signal },
    ),
});
writeSync(1, "ready\n");
await once(process.stdin, "data");
await alerts.deliver();
await opened.store.close();
process.exit(0);
