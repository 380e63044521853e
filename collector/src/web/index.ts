/* The pages for people. */
export { routePages } from "./routes.ts";
