import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { temporaryFolder } from "./folder.ts";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/**
 * The command, built as scripts/build.mjs builds it, for a vendor whose usage URL is of this machine: in the built
 * programs that URL is a constant. Gives its file, which lies in a folder of the test's own.
 */
export async function buildTestCli(t: TestContext, usageUrl: string): Promise<string> {
  const folder = await temporaryFolder(t);
  const vendorFile = join(folder, "vendor.ts");
  const agent = JSON.stringify(join(SRC, "vendor/agent.ts"));
  await writeFile(
    vendorFile,
    `import { vendor as agent } from ${agent};
export const vendor = { ...agent, usageUrl: ${JSON.stringify(usageUrl)} };\n`,
  );
  const out = join(folder, "dist");
  await mkdir(out);
  await writeFile(join(out, "package.json"), '{ "type": "module" }\n');
  await build({
    entryPoints: [join(SRC, "cli.ts")],
    outdir: out,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    plugins: [
      {
        name: "test-vendor",
        setup: (plan) => plan.onResolve({ filter: /^#vendor$/ }, () => ({ path: vendorFile })),
      },
    ],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "warning",
  });
  return join(out, "cli.js");
}
