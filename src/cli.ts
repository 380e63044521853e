#!/usr/bin/env node
import { main, runProgram } from "./commands/main.ts";

await runProgram(() => main(process.argv.slice(2)));
