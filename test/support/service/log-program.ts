// A process that logs: `log-program.ts LEVEL COUNT BYTES [last]`. With `last`, it logs one more line once its reader has
// taken everything. FORMAT sets the format.
import { createLog } from "../../../src/base/log/log.ts";

const [level = "info", count = "1", bytes = "0", last] = process.argv.slice(2);
const { FORMAT: format } = process.env;
const log = await createLog({ level: "trace", ...(format && { format: format as "text" }) });
for (let line = 0; line < Number(count); line++) {
  log[level as "info"]({ line, padding: "x".repeat(Number(bytes)) }, "a line");
}
if (last !== undefined) {
  process.stderr.write("logged\n");
  await new Promise((taken) => process.stdout.write("", taken));
  log.info({ line: Number(count) }, "a line");
}
