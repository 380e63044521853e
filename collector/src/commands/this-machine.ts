import { join } from "node:path";
import { writeAtomically } from "../../../src/base/disk/atomic.ts";
import { realFiles } from "../../../src/base/disk/files.ts";
import type { Log } from "../../../src/base/edges.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { Deadline } from "../../../src/base/net/deadline.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import { type AdminContext, type Links, openAdminSocket, socketPath } from "../admin/index.ts";
import { LOCAL_SESSION, listen, localApp, type ServerContext } from "../server/index.ts";
import type { Settings } from "../settings/index.ts";
import type { Store } from "../store/index.ts";
import { errorPagesFor, routePages } from "../web/index.ts";
import { hasOwnCertificate } from "./links.ts";

/** The pages for this machine; a port that is taken is a warning. */
export async function startLocal({ local }: Settings, shared: ServerContext, links: () => Links) {
  if (local === undefined) return undefined;
  // No proxy is before these pages, and a provider sends browsers back to the URL of the others.
  const context = { ...shared, session: LOCAL_SESSION, proxyUser: undefined, oidc: undefined };
  const app = localApp(context, local, errorPagesFor(context));
  routePages(app, context, links);
  const listening = await listen(app, local);
  if (listening.status === "failed") {
    const why = describeCode(listening.code);
    context.log.warn({}, `the pages for this machine are off: cannot listen on ${listening.where}: ${why}`);
    return undefined;
  }
  return { origin: `http://${local.host}:${listening.port}`, close: () => app.close() };
}

/** SQLite has one writer, so commands ask this process. */
export async function startAdmin({ database, data }: Settings, context: () => AdminContext, log: Log) {
  if (database.kind !== "sqlite") return async () => {};
  try {
    return await openAdminSocket(socketPath(data), context, log);
  } catch (error) {
    // Such as a path that is too long for a socket.
    const why = describeCode(errorCode(error));
    log.warn({}, `commands cannot reach this collector while it runs: no socket in its folder: ${why}`);
    return async () => {};
  }
}

/** How long the note may take, in milliseconds. It may wait for a standby, and nobody waits for the note. */
const NOTE_MS = 2_000;

/** Notes how the collector is reached, for commands that are given other settings than it. */
export async function noteServed(settings: Settings, store: Store, { url }: Links, log: Log): Promise<void> {
  const deadline = new Deadline(NOTE_MS);
  const note = { url, hasOwnCertificate: hasOwnCertificate(settings) };
  try {
    await deadline.race(() => store.served.write(note));
  } catch (error) {
    log.warn({ err: error }, "the URL could not be noted: commands on this database may print another one");
  } finally {
    deadline.clear();
  }
}

/** Writes the authority's certificate to a file, for programs and browsers to import. */
export async function keepAuthority({ data }: Settings, store: Store, log: Log): Promise<void> {
  try {
    await writeAtomically(join(data, "ca.pem"), store.authority.certificate, realFiles);
  } catch (error) {
    log.warn({ err: error }, "the authority's certificate could not be written to ca.pem");
  }
}
