import { EXIT } from "./base/exit-codes.ts";
import { printStatusLine } from "./statusline/index.ts";

const [, option = "", value] = process.argv.slice(2);
const then = option === "--then" ? value : option.slice("--then=".length);
await printStatusLine(process.env, option === "" ? undefined : then);
process.exit(EXIT.ok);
