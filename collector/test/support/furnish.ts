// A collector with something of everything, so that every form is on one of its pages.
import type { RunningCollector } from "../../../test/support/collector-program.ts";
import { joinAll } from "./fleet.ts";
import { type SignedIn, signInWith } from "./people.ts";

/** Machines in every state, and one of all that can be revoked or changed, so that every form is somewhere. */
export async function furnish(collector: RunningCollector, admin: SignedIn): Promise<void> {
  await joinAll(collector, [
    { label: "one", account: "team", requests: 10, percent: 40 },
    { label: "two", account: "team", requests: 20 },
    { label: "three", requests: 5, percent: 20 },
    { label: "four", requests: 4 },
  ]);
  await admin.post("/machines/2/merge", { into: "1" });
  await admin.post("/machines/3/archive");
  await admin.post("/invite", { uses: "2" });
  await admin.post("/settings/people/add", { name: "lena", role: "viewer" });
  await admin.post("/settings/keys/create", { name: "grafana", scope: "api" });
  await admin.post("/settings/shares/create", {
    page: "/",
    from: "2026-11-01",
    to: "2026-11-02",
    until: "2036-01-01",
  });
  await admin.post("/alerts/channels", { kind: "ntfy", name: "phone", url: "https://ntfy.example/topic" });
  await admin.post("/alerts/rules", { account: "team", percents: "90", enabled: "1" });
  // Another browser of the same person, whose session can be ended.
  const { link } = JSON.parse((await collector.command("admin", "--json")).stdout) as { link: string };
  await signInWith(collector, "/login", link.split("#")[1] ?? "");
}
