/* What commands do to the collector, and the socket by which a running server does it for them. */
export type { InviteLine } from "./invites.ts";
export type { AdminContext, Links, Outcome } from "./operation.ts";
export type { PersonLink } from "./people.ts";
export type { ShareLink } from "./shares.ts";
export { type Asked, askServer, openAdminSocket, socketPath } from "./socket.ts";
export { type Given, OPERATIONS, type OperationName, type Result, runOperation } from "./table.ts";
