/* The pages for people. */
export { routePages } from "./routes.ts";
export { sendErrorPage } from "./site/index.ts";
