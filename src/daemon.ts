#!/usr/bin/env node
import { runProgram } from "./commands/entry.ts";
import { realOutput } from "./commands/output.ts";
import { runCommand } from "./commands/run.ts";

await runProgram(() => runCommand(realOutput));
