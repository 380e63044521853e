import { isAbsolute, join } from "node:path";
import * as z from "zod";
import { LOG_LEVELS } from "../../../src/base/log/levels.ts";
import type { Role } from "../store/index.ts";
import { DATABASE_FORM, hasPassword, parseDatabase } from "./database.ts";
import { parseNetworks } from "./networks.ts";
import { parseIssuer } from "./oidc.ts";
import { OTLP_URL, parseEndpoint } from "./otlp.ts";
import { isLoopback, parseAddress, parseTcp } from "./places.ts";

/** The fewest days that a retention may keep: machines send up to 36. */
const MIN_RETENTION_DAYS = 36;

/** What people may be. Here, because the store takes long to load. */
export const ROLES = ["admin", "viewer"] as const satisfies readonly Role[];

/** What those may be whom a provider signs in though nobody added them: it has more people than may change things here. */
const NEW_ROLES = ["viewer"] as const satisfies readonly Role[];

/** Each setting with its flag, its variable, and what it is for the help. */
export const SETTINGS = {
  listen: { value: "ADDRESS", what: "HOST:PORT or unix:PATH (default: 127.0.0.1:8443)" },
  url: { value: "URL", what: "what links and certificates name (default: https://localhost:8443)" },
  database: { value: "URL", what: "sqlite:PATH or postgres://USER@HOST/DATABASE" },
  databaseFile: { value: "FILE", what: "a file of mode 600 with the database's URL", isFile: true },
  local: {
    value: "ADDRESS",
    what: "plain HTTP for browsers on this machine, or off (default: 127.0.0.1:8480)",
  },
  data: { value: "FOLDER", what: "the collector's own folder", isFile: true },
  tlsCert: { value: "FILE", what: "a certificate of your own, as PEM", isFile: true },
  tlsKey: { value: "FILE", what: "its key, as PEM", isFile: true },
  trustProxy: { value: "CIDRS", what: "speak plain HTTP, to these reverse proxies only" },
  userHeader: { value: "NAME", what: "the header in which these proxies name who is signed in" },
  userRole: {
    value: "ROLE",
    what: "the role of those whom nobody added (default: they may not enter)",
    values: ROLES,
  },
  oidcIssuer: { value: "URL", what: "the OpenID Connect provider that signs people in" },
  oidcClientId: { value: "ID", what: "the collector's client ID there" },
  oidcSecretFile: { value: "FILE", what: "a file of mode 600 with its client secret", isFile: true },
  oidcClaim: { value: "CLAIM", what: "the claim that is a person's name (default: preferred_username)" },
  oidcRole: {
    value: "ROLE",
    what: "the role of those whom nobody added (default: they may not enter)",
    values: NEW_ROLES,
  },
  retention: { value: "DAYS", what: "how many days to keep (default: all)" },
  allowPrivateWebhooks: {
    value: "on|off",
    what: "let alerts go to private addresses",
    values: ["on", "off"],
  },
  otlpEndpoint: { value: "URL", what: "send metrics to this OpenTelemetry receiver (default: off)" },
  otlpHeadersFile: { value: "FILE", what: "a file of mode 600 with headers for it", isFile: true },
  otlpInterval: { value: "SECONDS", what: "how often to send them (default: 60)" },
  logLevel: { value: "LEVEL", what: "how much to log (default: info)", values: LOG_LEVELS },
} as const;

export type Setting = keyof typeof SETTINGS;

/** `tlsCert` as a flag, without the dashes: `tls-cert`. */
export function flagOf(key: Setting): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function variableOf(key: Setting): `AGENT_USAGE_${string}` {
  return `AGENT_USAGE_COLLECTOR_${flagOf(key).replaceAll("-", "_").toUpperCase()}`;
}

/** What each setting must be. Messages never repeat a value: it may be a secret in the wrong place. */
export function settingSchemas(home: string) {
  const path = pathSchema(home);
  return {
    listen: parsed(parseAddress, "must be HOST:PORT, or unix:PATH with an absolute path"),
    url,
    database,
    databaseFile: path,
    local: parsed(parseLocal, "must be off, or HOST:PORT with a loopback address"),
    data: path,
    tlsCert: path,
    tlsKey: path,
    trustProxy,
    userHeader,
    userRole: z.enum(ROLES, `must be one of ${ROLES.join(", ")}`),
    oidcIssuer,
    oidcClientId: z.string(CLIENT_ID).regex(/^[\x21-\x7e]{1,256}$/, CLIENT_ID),
    oidcSecretFile: path,
    oidcClaim: z.string(CLAIM).regex(/^[\w:./-]{1,128}$/, CLAIM),
    oidcRole: z.enum(NEW_ROLES, `must be ${NEW_ROLES.join(", ")}`),
    retention,
    allowPrivateWebhooks: parsed(parseSwitch, "must be on or off"),
    otlpEndpoint: parsed(parseEndpoint, OTLP_URL),
    otlpHeadersFile: path,
    otlpInterval: parsed(parseSeconds, "must be a number of seconds, from 1 to 86400"),
    logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`),
  } satisfies Record<Setting, z.ZodType>;
}

/** A value that a function reads, or `undefined` if it is wrong. */
function parsed<T>(parse: (text: string) => T | undefined, message: string) {
  return z.union([z.string(), z.boolean(), z.number()], message).transform((given, context) => {
    const value = parse(String(given));
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function parseLocal(text: string) {
  if (text === "off" || text === "false") return "off";
  const address = parseTcp(text);
  return address !== undefined && isLoopback(address.host) ? address : undefined;
}

function parseSwitch(text: string): boolean | undefined {
  if (/^(?:on|true|1|yes)$/i.test(text)) return true;
  return /^(?:off|false|0|no)$/i.test(text) ? false : undefined;
}

function parseSeconds(text: string): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 86_400 ? Number(text) : undefined;
}

const url = z.string("must be an https URL").transform((text, context) => {
  const problem = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (!URL.canParse(text) || new URL(text).protocol !== "https:") return problem("must be an https URL");
  const { username, password, pathname, origin } = new URL(text);
  if (username !== "" || password !== "" || /^[^/]*\/\/[^/]*@|[?#]/.test(text)) {
    return problem("must have no user, password, query or fragment");
  }
  return pathname === "/" ? origin : problem("must have no path");
});

const database = z.string(DATABASE_FORM).transform((text, context) => {
  const message = hasPassword(text)
    ? "must not hold a password. Fix: put it in PGPASSFILE, or the whole URL in a file named by databaseFile"
    : DATABASE_FORM;
  const value = hasPassword(text) ? undefined : parseDatabase(text);
  if (value !== undefined) return value;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const CIDRS = "must be a list of addresses and networks, such as 10.0.0.0/8";
const trustProxy = z
  .union(
    [z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== "")), z.array(z.string())],
    CIDRS,
  )
  .refine((list) => list.length > 0 && parseNetworks(list) !== undefined, CIDRS);

const HEADER = "must be the name of a header, such as X-Forwarded-User, and none that HTTP uses itself";
/** What browsers and servers send by themselves says nothing of who is signed in. */
const NO_USER =
  /^(?:authorization|cookie|host|origin|user-agent|referer|accept.*|content-.*|x-forwarded-(?:for|host|proto))$/;
const userHeader = z
  .string(HEADER)
  .regex(/^[A-Za-z0-9-]{1,64}$/, HEADER)
  .transform((name) => name.toLowerCase())
  .refine((name) => !NO_USER.test(name), HEADER);

const oidcIssuer = parsed(
  parseIssuer,
  "must be the provider's https URL (http only on loopback), without user, password, query or /.well-known/",
);
const CLIENT_ID = "must be the client ID that the provider gave";
const CLAIM = "must be the name of a claim, such as preferred_username or email";

const DAYS = `must be a number of days, at least ${MIN_RETENTION_DAYS}`;
const retention = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ],
    DAYS,
  )
  .refine((days) => Number.isSafeInteger(days) && days >= MIN_RETENTION_DAYS, DAYS);

function pathSchema(home: string) {
  return z.string("must be a path").transform((text, context) => {
    const path = text === "~" || text.startsWith("~/") ? join(home, text.slice(1)) : text;
    if (isAbsolute(path) && !path.includes("\0")) return path;
    context.addIssue({ code: "custom", message: "must be an absolute path, or begin with ~/" });
    return z.NEVER;
  });
}
