// The thread that makes pages; `making/` starts it.
import { runThread } from "./making/index.ts";

runThread();
