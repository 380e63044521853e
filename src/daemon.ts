#!/usr/bin/env node
import { vendor } from "#vendor";
import { runProgram } from "./cli/index.ts";
import { runCommand } from "./commands/run.ts";

await runProgram(vendor.program, runCommand);
