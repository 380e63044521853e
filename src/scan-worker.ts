// A thread of a scan; `usage/` starts it.
import { runThread } from "./usage/index.ts";

await runThread();
