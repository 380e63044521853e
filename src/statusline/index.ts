/* The line for a coding agent's status line, from saved files only. */
export { printStatusLine } from "./run.ts";
