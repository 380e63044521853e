#!/usr/bin/env node
import { runProgram } from "./commands/entry.ts";
import { runCommand } from "./commands/run.ts";

await runProgram(runCommand);
