import { fileURLToPath } from "node:url";
import { vendor } from "#vendor";
import { main, runProgram } from "./cli/index.ts";
import { shortProgram } from "./commands/short.ts";

const daemon = fileURLToPath(new URL("daemon.js", import.meta.url));
await runProgram(vendor.program, (output) => main(process.argv.slice(2), shortProgram(daemon), output));
