import { join } from "node:path";
import type { LogLevel } from "../../../src/base/log/levels.ts";
import type { Role } from "../store/index.ts";
import { DATABASE_NAME, type Database } from "./database.ts";
import type { GivenOidc, Oidc } from "./oidc.ts";
import type { GivenOtlp, Otlp } from "./otlp.ts";
import type { Address, TcpAddress } from "./places.ts";

/** The settings that were given, checked. */
export interface Values extends GivenOidc, GivenOtlp {
  readonly listen?: Address;
  readonly url?: string;
  readonly database?: Database;
  readonly databaseFile?: string;
  readonly local?: TcpAddress | "off";
  readonly data?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly trustProxy?: readonly string[];
  readonly userHeader?: string;
  readonly userRole?: Role;
  readonly retention?: number;
  readonly allowPrivateWebhooks?: boolean;
  readonly logLevel?: LogLevel;
}

/** Every setting, with its default filled in. */
export interface Settings {
  readonly listen: Address;
  /** An https origin. */
  readonly url: string;
  /** Whether `url` was given. If not, it takes the port that was picked. */
  readonly isUrlGiven: boolean;
  readonly database: Database;
  /** Whether `database` was given. If not, a running server's own is meant. */
  readonly isDatabaseGiven: boolean;
  /** The listener for pages on this machine; `undefined` if it is off. */
  readonly local: TcpAddress | undefined;
  readonly data: string;
  /** A certificate of the user's own; without one the collector makes its own. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Addresses and networks of reverse proxies. If there are any, plain HTTP is spoken. */
  readonly trustProxy: readonly string[] | undefined;
  /** In which header these proxies name who is signed in, and the role of those whom nobody added. */
  readonly proxyUser: { readonly header: string; readonly role: Role | undefined } | undefined;
  readonly oidc?: Oidc;
  /** Where to send metrics; without it, nowhere. */
  readonly otlp?: Otlp;
  /** In days; `undefined` keeps all. */
  readonly retention: number | undefined;
  readonly allowPrivateWebhooks: boolean;
  readonly logLevel: LogLevel;
}

const LISTEN: Address = { kind: "tcp", host: "127.0.0.1", port: 8443 };
const LOCAL: TcpAddress = { kind: "tcp", host: "127.0.0.1", port: 8480 };

/** Fills in the defaults. @param usualData the default of `data` */
export function resolveSettings(values: Values, usualData: string): Settings {
  const { tlsCert, tlsKey, trustProxy, userHeader, url, data = usualData, listen = LISTEN } = values;
  const tls = tlsCert === undefined || tlsKey === undefined ? undefined : { cert: tlsCert, key: tlsKey };
  const hasOwnCertificate = tls === undefined && trustProxy === undefined;
  const local = values.local ?? (hasOwnCertificate ? LOCAL : "off");
  return {
    listen,
    url: url ?? usualUrl(listen),
    isUrlGiven: url !== undefined,
    database: values.database ?? { kind: "sqlite", path: join(data, DATABASE_NAME) },
    isDatabaseGiven: values.database !== undefined,
    local: local === "off" ? undefined : local,
    data,
    tls,
    trustProxy,
    proxyUser: userHeader === undefined ? undefined : { header: userHeader, role: values.userRole },
    retention: values.retention,
    allowPrivateWebhooks: values.allowPrivateWebhooks ?? false,
    logLevel: values.logLevel ?? "info",
  };
}

/** `https://localhost` with the port that is listened on. */
function usualUrl(listen: Address): string {
  const port = listen.kind === "tcp" && listen.port !== 0 ? listen.port : 8443;
  return port === 443 ? "https://localhost" : `https://localhost:${port}`;
}
