// Alerts that watch a store, with a clock of the test's own and nothing that runs by itself.
import { Alerts, type AlertsOptions, type Outgoing, seal } from "../../collector/src/alerts/index.ts";
import type { Store } from "../../collector/src/store/index.ts";
import { ADMIN, NOW } from "./store/fleet.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Alerts of one process on a store. @param options what differs from a receiver that takes everything */
export function alertsOn(store: Store, options: Partial<AlertsOptions> = {}): Alerts {
  return new Alerts({
    store,
    log,
    origin: () => "https://usage.example",
    allowPrivate: false,
    clock: () => NOW,
    random: () => 0.5,
    send: async () => ({ answer: "delivered", status: 204 }),
    ...options,
  });
}

/** A receiver that keeps what it gets. */
export function receiver() {
  const got: Outgoing[] = [];
  const texts = () => got.map(({ body }) => (JSON.parse(body) as { text: string }).text.split("\n")[0]);
  const send: AlertsOptions["send"] = async (message) => {
    got.push(message);
    return { answer: "delivered", status: 204 };
  };
  return { got, texts, send };
}

let channels = 0;

/** Adds a channel of Slack's shape: what it gets is read easily. */
export async function aChannel(store: Store, change: object = {}): Promise<number> {
  const added = await store.alerts.addChannel(
    {
      name: `channel ${++channels}`,
      kind: "slack",
      host: "hooks.example",
      sealed: seal({ url: "https://hooks.example/secret-path" }, store.hmacKey),
      enabled: true,
      mutedUntil: null,
      ...change,
    },
    ADMIN,
  );
  if (added === "name_taken") throw new Error("the name is taken");
  return added;
}
