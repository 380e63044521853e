import { buildSync } from "esbuild";

/** The script of the collector's pages as a module, so that its bundle needs no other file. */
export function clientText(): string {
  const { outputFiles } = buildSync({
    entryPoints: ["collector/src/web/client/main.ts"],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    write: false,
  });
  const code = (outputFiles[0]?.text ?? "").trim();
  return `/** JavaScript, made from \`../client/\` (npm run generate). */\nexport const CLIENT_SCRIPT =\n  ${JSON.stringify(code)};\n`;
}
