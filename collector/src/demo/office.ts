import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../../src/base/durations.ts";
import { makeWebhookSecret, seal } from "../alerts/index.ts";
import { makeSecret } from "../auth/index.ts";
import type { Actor, Store } from "../store/index.ts";
import { NOWHERE } from "./nowhere.ts";
import type { Scene } from "./scene.ts";
import type { Senders } from "./sender.ts";

/** Who set things up, from where: an address for documentation. */
const ADMIN = "lena";
const FROM = "203.0.113.7";

/** The people, keys, links, channels and rules of the demo. Nobody gets in with any of them: their secrets are thrown away. */
export async function furnish(store: Store, { now }: Scene, senders: Senders): Promise<void> {
  const { secrets, alerts, hmacKey } = store;
  const by = (daysAgo: number): Actor => ({ who: ADMIN, from: FROM, at: now - daysAgo * DAY_MS });
  await secrets.addPerson({ name: ADMIN, role: "admin" }, { who: "command line", from: null, at: by(64).at });
  await secrets.addPerson({ name: "marco", role: "viewer" }, by(63));
  await secrets.addPerson({ name: "yuki", role: "viewer" }, by(63));
  await secrets.addKey(
    { ...makeSecret("key", hmacKey).stored, name: "prometheus", scope: "metrics" },
    by(60),
  );
  await secrets.addKey({ ...makeSecret("key", hmacKey).stored, name: "monthly-costs", scope: "api" }, by(31));

  const chat = { url: `https://chat${NOWHERE}/hooks/demo` };
  const pager = { url: `https://pager${NOWHERE}/demo`, secret: makeWebhookSecret() };
  const isOn = { enabled: true, mutedUntil: null };
  await alerts.addChannel(
    { ...isOn, name: "Team chat (demo)", kind: "slack", host: `chat${NOWHERE}`, sealed: seal(chat, hmacKey) },
    by(40),
  );
  const onCall = await alerts.addChannel(
    {
      ...isOn,
      name: "On call (demo)",
      kind: "webhook",
      host: `pager${NOWHERE}`,
      sealed: seal(pager, hmacKey),
    },
    by(40),
  );
  if (onCall !== "name_taken")
    await alerts.saveRule(
      { ...isOn, account: "research", percents: [80, 95], runsOut: true, reset: false, channels: [onCall] },
      by(38),
    );
  for (const [{ label }, { id }] of senders) {
    if (label === "build-01") await alerts.watchMachine(id, HOUR_MS, by(30));
    if (label === "ines-laptop") await alerts.watchMachine(id, 3 * DAY_MS, by(30));
  }
  const today = torontoDay(now);
  await secrets.addShare(
    {
      ...makeSecret("share", hmacKey).stored,
      page: "/",
      from: addDays(today, -29),
      to: today,
      expiresAt: now + 14 * DAY_MS,
    },
    by(2),
  );
}
