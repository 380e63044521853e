#!/usr/bin/env node
import { main, runProgram } from "../../src/cli/index.ts";
import { PROGRAM } from "./program.ts";

await runProgram(PROGRAM.name, (output) => main(process.argv.slice(2), PROGRAM, output));
