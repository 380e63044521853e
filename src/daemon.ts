#!/usr/bin/env node
import { vendor } from "#vendor";
import { runProgram } from "./cli/run-program.ts";
import { runCommand } from "./commands/run.ts";

await runProgram(vendor.program, runCommand);
