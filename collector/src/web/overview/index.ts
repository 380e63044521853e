/* The overview of all machines. */
export { overview } from "./overview.ts";
