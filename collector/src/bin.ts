#!/usr/bin/env node
import { main } from "../../src/cli/main.ts";
import { runProgram } from "../../src/cli/run-program.ts";
import { PROGRAM } from "./program.ts";

await runProgram(PROGRAM.name, (output) => main(process.argv.slice(2), PROGRAM, output));
