// Bundled packages ship with their licenses, as these require.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const WITHIN_PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENSE = /^(?:licen[cs]e|notice|copying)\b/i;

/** The folders of the packages that a bundle contains code of. @param metafile esbuild's */
export function packagesOf(metafile) {
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  return used.flatMap(([path]) => WITHIN_PACKAGE.exec(path)?.[0] ?? []);
}

/** Each package with its version and the text of its license. Throws if one has none. */
export function licensesText(folders) {
  const parts = [...folders].map(licenseOf).sort((a, b) => (a < b ? -1 : 1));
  return `The programs and the library in this folder contain code of these packages.\n\n${[...new Set(parts)].join("\n")}`;
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder)
    .filter((file) => LICENSE.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) texts.push(licenseInReadme(folder) ?? "");
  if (texts.join("") === "") throw new Error(`${name} has no license text`);
  return `${"=".repeat(80)}\n${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

/** The last section of the readme, if that is the license. */
function licenseInReadme(folder) {
  const readme = readdirSync(folder).find((file) => /^readme\b/i.test(file));
  if (readme === undefined) return undefined;
  return /^#+ *licen[cs]e\b[^\n]*\n+([\s\S]+)$/im
    .exec(readFileSync(join(folder, readme), "utf8"))?.[1]
    ?.trim();
}
