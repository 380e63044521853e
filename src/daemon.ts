#!/usr/bin/env node
import { vendor } from "#vendor";
import { runProgram } from "./cli/index.ts";
import { daemonCommand } from "./commands/daemon.ts";

await runProgram(vendor.program, (output) => daemonCommand(process.argv.slice(2), output));
