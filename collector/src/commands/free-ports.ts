import { createServer } from "node:net";
import type { Settings, TcpAddress } from "../settings/index.ts";

/** Takes any free port in place of one that is taken, for the addresses that nobody chose. */
export async function withFreePorts(
  settings: Settings,
  may: { readonly listen: boolean; readonly local: boolean },
): Promise<Settings> {
  const { listen, local } = settings;
  return {
    ...settings,
    listen: may.listen && listen.kind === "tcp" ? await withFreePort(listen) : listen,
    local: may.local && local !== undefined ? await withFreePort(local) : local,
  };
}

async function withFreePort(address: TcpAddress): Promise<TcpAddress> {
  return (await isFree(address)) ? address : { ...address, port: 0 };
}

function isFree({ host, port }: TcpAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });
}
