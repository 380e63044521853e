import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const FOLDER = "src/usage/kernel/assembly";
const SOURCE = `${FOLDER}/index.ts`;
/** 9 MiB, for the levels and an input of two chunks with some to spare. Pages that are never written take no memory. */
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

/**
 * A digest of the kernel's sources and of how they are compiled; comments and spaces do not count. It shows without a
 * compiler whether the compiled kernel matches the sources.
 */
export function kernelDigest(): string {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".ts"))
    .sort();
  const texts = names.map((name) => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    return `${name}\n${text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(/\s+/g, "")}`;
  });
  const { version } = createRequire(import.meta.url)("assemblyscript/package.json") as { version: string };
  return createHash("sha256")
    .update([version, FIRST_PAGES, ...OPTIONS, ...texts].join("\n"))
    .digest("base64");
}
