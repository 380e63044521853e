/* Answers that take long, made in a thread of their own. */
export { PageThread, type PageThreadOptions } from "./page-thread.ts";
export { runThread } from "./run-thread.ts";
