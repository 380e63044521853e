import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const SOURCE = "src/usage/kernel/assembly/index.ts";
/** 9 MiB, of which what is never written to takes no memory: the levels, and an input of two chunks with what is spare. */
const FIRST_PAGES = "144";
const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--use", "abort="];

/** The scan's kernel as WebAssembly, compiled from its source. */
export function compileKernel(): Buffer {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("assemblyscript/package.json")),
    "bin/asc.js",
  );
  const folder = mkdtempSync(join(tmpdir(), "agent-usage-kernel-"));
  try {
    const outFile = join(folder, "kernel.wasm");
    const output = ["--initialMemory", FIRST_PAGES, "--outFile", outFile];
    execFileSync(process.execPath, [compiler, SOURCE, ...OPTIONS, ...output]);
    return readFileSync(outFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
