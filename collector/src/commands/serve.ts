import type { Log } from "../../../src/base/edges.ts";
import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { createLog } from "../../../src/base/log/log.ts";
import { isAnswered } from "../../../src/base/net/left-socket.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import { type Options, type Output, refuse, stopSignal } from "../../../src/cli/index.ts";
import { type AdminContext, socketPath } from "../admin/index.ts";
import { Alerts, type AlertsOptions, send } from "../alerts/index.ts";
import { FailureLimiter, Passwords, Provider } from "../auth/index.ts";
import { PageThread } from "../making/index.ts";
import { collectorApp, listen, PushCounts, SECURE_SESSION, type ServerContext } from "../server/index.ts";
import type { Settings } from "../settings/index.ts";
import { keepPacked, keepRetention, type Store } from "../store/index.ts";
import { errorPagesFor, routePages } from "../web/index.ts";
import { readySettings } from "./ask.ts";
import { type Certificate, certificateOf } from "./certificate.ts";
import { boundHeap } from "./heap.ts";
import { linksOf } from "./links.ts";
import { createDatabase, storeOptions } from "./open-database.ts";
import { sayReady } from "./say-ready.ts";
import { sendMetrics } from "./send-metrics.ts";
import { keepAuthority, noteServed, startAdmin, startLocal } from "./this-machine.ts";

/** How long requests in hand may take after a signal, in milliseconds. */
const PATIENCE_MS = 9_000;

/** Aborted by the signals that stop the collector. */
export const serveSignal = (): AbortSignal => stopSignal(PATIENCE_MS);

/** Runs the collector until a signal comes. */
export async function serveCommand(options: Options, output: Output): Promise<ExitCode> {
  const signal = serveSignal();
  const ready = await readySettings(options, output);
  return ready.status === "exit" ? ready.code : runServer({ settings: ready.value, signal, output });
}

export interface Serving {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly output: Output;
  readonly demo?: ServedDemo;
}

/** Made-up data to serve. */
export interface ServedDemo {
  /** Before anyone is let in. @returns why it cannot be served, in one line; undefined if it can */
  readonly fill: (store: Store) => Promise<string | undefined>;
  /** What sends alerts: its own channels do not exist. */
  readonly sendBy: (real: AlertsOptions["send"]) => AlertsOptions["send"];
  /** Goes on while the server runs. @returns the function that ends it */
  readonly goOn: (onKept: () => void) => () => Promise<void>;
}

export async function runServer({ settings, signal, output, demo }: Serving): Promise<ExitCode> {
  boundHeap();
  const log = await createLog({ descriptor: 2, level: settings.logLevel });
  // Before the database, so that none is made for a server that cannot run.
  if (settings.database.kind === "sqlite" && (await isAnswered(socketPath(settings.data))))
    return refuse(
      output,
      `${settings.data} is in use by another collector. Fix: name another folder with --data`,
    );
  const opened = await createDatabase(settings);
  if (opened.status !== "open") return refuse(output, opened.reason);
  try {
    const certificate = await certificateOf(settings, opened.store);
    if (certificate.status === "wrong") return refuse(output, certificate.message);
    const trouble = await demo?.fill(opened.store);
    if (trouble !== undefined) return refuse(output, trouble);
    if (demo !== undefined && signal.aborted) return EXIT.ok;
    return await serve({ settings, store: opened.store, certificate, log, signal, output, demo });
  } finally {
    await opened.store.close();
  }
}

interface Parts extends Omit<Serving, "demo"> {
  readonly store: Store;
  readonly certificate: Certificate;
  readonly log: Log;
  readonly demo: ServedDemo | undefined;
}

async function serve({ settings, store, certificate, log, signal, output, demo }: Parts): Promise<ExitCode> {
  const clock = Date.now;
  let links = linksOf(settings, store);
  const { allowPrivateWebhooks: allowPrivate } = settings;
  const toChannel: AlertsOptions["send"] = (message, signal) => send(message, { allowPrivate, signal });
  const alerts = new Alerts({
    store,
    log,
    clock,
    allowPrivate,
    origin: () => links.url,
    send: demo === undefined ? toChannel : demo.sendBy(toChannel),
  });
  const pages = new PageThread({ database: storeOptions(settings.database).database, log });
  const context: ServerContext = {
    store,
    make: pages.make,
    log,
    session: SECURE_SESSION,
    limiter: FailureLimiter.ofAddresses({ shared: store.failures }),
    accounts: FailureLimiter.ofAccounts({ shared: store.failures }),
    passwords: new Passwords(),
    retention: settings.retention,
    proxyUser: settings.proxyUser,
    oidc: settings.oidc && { provider: new Provider(settings.oidc, clock), newRole: settings.oidc.newRole },
    pushes: new PushCounts(),
    alerts,
    clock,
  };
  const { trustProxy } = settings;
  const app = collectorApp(context, {
    certificate: certificate.pair,
    trustProxy,
    sendErrorPage: errorPagesFor(context),
  });
  routePages(app, context, () => links);
  const listening = await listen(app, settings.listen);
  if (listening.status === "failed") {
    return refuse(output, `cannot listen on ${listening.where}: ${describeCode(listening.code)}`);
  }
  const stopCertificate = certificate.keepFresh(app.server, log);
  const url = urlOf(settings, listening.port);
  const local = await startLocal(settings, context, () => links);
  links = { ...linksOf({ ...settings, url }, store), local: local?.origin ?? null };
  const admin = (): AdminContext => ({ store, links, now: Date.now() });
  await noteServed(settings, store, links, log);
  const stopAdmin = await startAdmin(settings, admin, log);
  const stopRetention = startRetention(settings, context);
  alerts.start();
  const stopPacking = keepPacked(context);
  const stopMetrics = sendMetrics(settings, context);
  if (certificate.pair !== undefined) await keepAuthority(settings, store, log);
  const stopDemo = demo?.goOn(() => alerts.noticed());
  await sayReady(output, admin(), { isDemo: demo !== undefined, settings, log });

  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  log.info({}, "stopping: requests in hand are finished first");
  stopCertificate();
  await Promise.all([
    app.close(),
    local?.close(),
    stopAdmin(),
    stopRetention(),
    alerts.stop(),
    stopPacking(),
    stopMetrics(),
    stopDemo?.(),
  ]);
  await pages.close();
  return EXIT.ok;
}

/** With port 0 and no URL of its own, the URL has the port that was picked. */
function urlOf({ url, isUrlGiven, listen: { kind } }: Settings, port: number): string {
  return isUrlGiven || kind === "unix" ? url : new URL(`https://localhost:${port}`).origin;
}

/** Days are kept for good, unless a retention is set. */
function startRetention({ retention }: Settings, { store, log, clock }: ServerContext) {
  return retention === undefined ? async () => {} : keepRetention({ store, days: retention, log, clock });
}
