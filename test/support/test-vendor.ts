import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { NODE_BUNDLE } from "../../scripts/bundle.mjs";
import { vendor } from "../../src/vendor/agent.ts";
import { temporaryFolder } from "./folder.ts";

/** A placeholder in the built text for a test's server. */
const ORIGIN = "https://usage.invalid";

/** Builds programs whose usage endpoint is this server, with the options of `scripts/build.mjs`. */
export async function programsFor(t: TestContext, origin: string): Promise<{ cli: string; daemon: string }> {
  const folder = join(await temporaryFolder(t), "dist");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  bundles ??= bundle();
  for (const [name, text] of await bundles) {
    await writeFile(join(folder, name), text.replaceAll(ORIGIN, origin));
  }
  return { cli: join(folder, "cli.js"), daemon: join(folder, "daemon.js") };
}

let bundles: Promise<[name: string, text: string][]> | undefined;

async function bundle(): Promise<[string, string][]> {
  const facts = { ...vendor, usageUrl: `${ORIGIN}/api/oauth/usage` };
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL("../../", import.meta.url)),
    entryPoints: [
      "src/daemon.ts",
      { in: "src/bin.ts", out: "cli" },
      "src/cli-main.ts",
      "src/cli-short.ts",
      "src/statusline-main.ts",
    ],
    external: ["./cli-main.js", "./cli-short.js", "./statusline-main.js"],
    outdir: "/",
    write: false,
    ...NODE_BUNDLE,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [
      {
        name: "test-vendor",
        setup(plugin) {
          plugin.onResolve({ filter: /^#vendor$/ }, () => ({ path: "vendor", namespace: "test-vendor" }));
          plugin.onLoad({ filter: /^/, namespace: "test-vendor" }, () => ({
            contents: `export const vendor = ${JSON.stringify(facts)};`,
          }));
        },
      },
    ],
  });
  return outputFiles.map(({ path, text }) => [path.slice(1), text]);
}
