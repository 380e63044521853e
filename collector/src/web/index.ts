/* The pages for people. */
export { routePages } from "./routes.ts";
export { makePage } from "./shown.ts";
export { errorPagesFor, sendErrorPage } from "./site/index.ts";
