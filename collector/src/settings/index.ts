export { DATABASE_FORM, DATABASE_NAME, type Database, hasPassword, parseDatabase } from "./database.ts";
export { type LoadedSettings, loadSettings, settingsFile } from "./load.ts";
export { isIn, parseNetworks } from "./networks.ts";
export type { Oidc } from "./oidc.ts";
export type { Otlp } from "./otlp.ts";
export { type Address, addressText, isLoopback, type TcpAddress } from "./places.ts";
export type { Settings } from "./resolve.ts";
export { flagOf, ROLES, SETTINGS, type Setting } from "./schema.ts";
