#!/usr/bin/env node
import { VERSION } from "./base/version.ts";

const [only, ...more] = process.argv.slice(2);
if ((only === "--version" || only === "-V") && more.length === 0) {
  // Answered here, before the program is loaded. A reader that went away ends nothing.
  process.stdout.on("error", () => {});
  process.stdout.write(`${VERSION}\n`);
} else {
  // By its built name: it stays a file of its own beside this one.
  await import("./cli-main.js");
}
