#!/usr/bin/env node
import { runProgram } from "./commands/entry.ts";
import { realOutput } from "./commands/program.ts";
import { runCommand } from "./commands/run.ts";

await runProgram(() => runCommand(realOutput));
