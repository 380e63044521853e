/* The history of the limits. */
export { limitsPage } from "./page.ts";
