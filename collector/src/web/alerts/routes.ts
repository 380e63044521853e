import type { Alerts } from "../../alerts/index.ts";
import type { Channel } from "../../store/index.ts";
import { type Done, fieldOf, type Rendered, type SitePages, type Visit } from "../site/index.ts";
import { channelForm, kindOf, readChannel } from "./channel-form.ts";
import { alertsPage } from "./page.ts";
import { routeRules } from "./rule-routes.ts";
import { readSilence } from "./silence.ts";
import { tryChannelPage } from "./try-channel.ts";

const NEW_CHANNEL = "Add a channel";
const NAV = { nav: "Alerts" } as const;

/** `/alerts`, and the forms behind it. */
export function routeAlerts(pages: SitePages, alerts: Alerts): void {
  pages.get("/alerts", "view", alertsPage, { parameters: ["before"], isExported: true });
  routeChannels(pages, alerts);
  routeRules(pages);
  pages.post("/alerts/silence", "change", async (form, { store, actor }) => {
    const read = readSilence(form);
    if (read === undefined) return { status: "not_found" };
    const isKnown = await store.alerts.watchMachine(read.machine, read.afterMs, actor);
    return isKnown ? { status: "done", to: "/alerts", notice: "alerts_saved" } : { status: "not_found" };
  });
}

function routeChannels(pages: SitePages, alerts: Alerts): void {
  pages.get("/alerts/channels/new", "change", async ({ now }) => ({
    status: "page",
    title: NEW_CHANNEL,
    ...NAV,
    body: channelForm({ kind: "webhook", current: undefined, now }),
  }));
  pages.post("/alerts/channels", "change", (form, visit) => saveChannel(form, visit, undefined, alerts));
  pages.get("/alerts/channels/:id", "change", async (view) => {
    const current = await channelOf(view);
    if (current === undefined) return { status: "not_found" };
    return {
      status: "page",
      title: current.name,
      ...NAV,
      body: channelForm({ kind: current.kind, current, now: view.now }),
    };
  });
  pages.post("/alerts/channels/:id", "change", async (form, visit) => {
    const current = await channelOf(visit);
    return current === undefined ? { status: "not_found" } : saveChannel(form, visit, current, alerts);
  });
  pages.get("/alerts/channels/:id/test", "change", async (view) => {
    const current = await channelOf(view);
    return current === undefined ? { status: "not_found" } : tryChannelPage(view.store, current, view.now);
  });
  pages.post("/alerts/channels/:id/test", "change", async (form, visit) => {
    const current = await channelOf(visit);
    if (current === undefined) return { status: "not_found" };
    const { answer } = await alerts.test(current, visit.actor);
    return {
      status: "done",
      to: fieldOf(form, "from") === "channel" ? `/alerts/channels/${current.id}/test` : "/alerts",
      notice: answer === "delivered" ? "test_delivered" : "test_failed",
    };
  });
  pages.post("/alerts/channels/:id/remove", "change", async (_form, visit) => {
    const current = await channelOf(visit);
    if (current === undefined) return { status: "not_found" };
    await visit.store.alerts.removeChannel(current.id, visit.actor);
    return { status: "done", to: "/alerts", notice: "alerts_saved" };
  });
}

async function channelOf({ store, params }: Pick<Visit, "store" | "params">): Promise<Channel | undefined> {
  return (await store.alerts.channels()).find(({ id }) => String(id) === params["id"]);
}

async function saveChannel(
  form: URLSearchParams,
  { store, actor, now }: Visit,
  current: Channel | undefined,
  { allowPrivate }: Alerts,
): Promise<Rendered | Done> {
  const kind = current?.kind ?? kindOf(fieldOf(form, "kind"));
  const refused = (wrong: { field: string; message: string }): Rendered => ({
    status: "page",
    code: 422,
    title: current?.name ?? NEW_CHANNEL,
    ...NAV,
    body: channelForm({ kind, current, now, given: form, wrong }),
  });
  const read = readChannel({ form, current, hmacKey: store.hmacKey, allowPrivate, now });
  if (read.status === "wrong") return refused(read);
  const saved =
    current === undefined
      ? await store.alerts.addChannel(read.channel, actor)
      : await store.alerts.changeChannel(current.id, read.channel, actor);
  if (saved === "name_taken") return refused({ field: "name", message: "Another channel has this name." });
  if (saved === "unknown") return { status: "not_found" };
  const id = String(current?.id ?? saved);
  if (read.secret === undefined) {
    const to = current === undefined ? `/alerts/channels/${id}/test` : "/alerts";
    return { status: "done", to, notice: current === undefined ? "channel_added" : "alerts_saved" };
  }
  const shown = await channelOf({ store, params: { id } });
  return shown === undefined ? { status: "not_found" } : tryChannelPage(store, shown, now, read.secret);
}
