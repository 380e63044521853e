/* The page where one manages one's own account, and admins manage the rest. */
export { routeSettings } from "./routes.ts";
