#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { vendor } from "#vendor";
import { runProgram } from "./cli/index.ts";
import { daemonCommand } from "./commands/daemon.ts";

const cli = fileURLToPath(new URL("cli.js", import.meta.url));
await runProgram(vendor.program, (output) => daemonCommand(process.argv.slice(2), cli, output));
