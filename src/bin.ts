#!/usr/bin/env node
import { vendor } from "#vendor";
import { EXIT } from "./base/exit-codes.ts";
import { VERSION } from "./base/version.ts";

const [only, ...more] = process.argv.slice(2);
if ((only === "--version" || only === "-V") && more.length === 0) {
  // Answered here, before the program is loaded. A reader that went away has had what it wanted.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.stderr.write(`${vendor.program}: standard output cannot be written (${code})\n`);
    process.exitCode = EXIT.failed;
  });
  process.stdout.write(`${VERSION}\n`);
} else {
  // By its built name: it stays a file of its own beside this one.
  await import("./cli-main.js");
}
