import { fileURLToPath } from "node:url";
import { runProgram } from "./commands/entry.ts";
import { main } from "./commands/main.ts";

const daemon = fileURLToPath(new URL("daemon.js", import.meta.url));
await runProgram((output) => main(process.argv.slice(2), daemon, output));
