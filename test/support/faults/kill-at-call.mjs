// Loaded before a program's own code. Counts the program's calls on the files below KILL_BELOW and kills it with SIGKILL
// before call number KILL_AT, counted from 1. If the program ends by itself, writes their number to the file CALLS_FILE.
import { promises, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { KILL_AT, KILL_BELOW, CALLS_FILE } = process.env;
let calls = 0;

function count() {
  calls++;
  if (calls === Number(KILL_AT)) process.kill(process.pid, "SIGKILL");
}

/** An open file whose calls are counted too. */
function counted(handle) {
  return new Proxy(handle, {
    get(_, key) {
      const value = handle[key];
      if (typeof value !== "function") return value;
      return (...args) => {
        count();
        return Reflect.apply(value, handle, args);
      };
    },
  });
}

for (const [name, call] of Object.entries(promises)) {
  if (typeof call !== "function") continue;
  promises[name] = async (path, ...rest) => {
    if (typeof path !== "string" || !path.startsWith(KILL_BELOW)) return call(path, ...rest);
    count();
    const result = await call(path, ...rest);
    return name === "open" ? counted(result) : result;
  };
}
syncBuiltinESMExports();

process.on("exit", () => {
  if (CALLS_FILE !== undefined) writeFileSync(CALLS_FILE, `${calls}`);
});
