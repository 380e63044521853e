#!/usr/bin/env node
import { vendor } from "#vendor";
import { EXIT } from "./base/exit-codes.ts";
import { describeCode } from "./base/system-errors.ts";
import { VERSION } from "./base/version.ts";

const [only, ...more] = process.argv.slice(2);
if ((only === "--version" || only === "-V") && more.length === 0) {
  // Answered before the program is loaded. A reader that closed the pipe has read what it wanted.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.stderr.write(`${vendor.program}: cannot write to standard output: ${describeCode(code ?? "")}\n`);
    process.exitCode = EXIT.failed;
  });
  process.stdout.write(`${VERSION}\n`);
} else if (only === "statusline" && isQuick(more)) {
  // Their built names: the bundler keeps both as separate files.
  await import("./statusline-main.js");
} else {
  // The same program. Node takes half as long to load the bundle that has only these two commands.
  const isShort = only === undefined || only === "status" || only === "report";
  await import(isShort ? "./cli-short.js" : "./cli-main.js");
}

/** Whether a status line has no option but `--then`. */
function isQuick([option = "--then", ...values]: readonly string[]): boolean {
  return option === "--then" ? values.length <= 1 : option.startsWith("--then=") && values.length === 0;
}
