/* The overview of all machines. */
export { type Overview, overview } from "./overview.ts";
