// Reduces the compiler's declaration files to those that the library's entry point needs.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const STATEMENT = /^(import|export)( type)? \{([^}]*)\} from "(\.[^"]+)\.ts";\n/gm;

/**
 * Removes every declaration file that `entry` does not need, and changes the imports in the others from `.ts` to `.js`. A
 * folder's `index.d.ts` keeps only the names that are imported: the others may need types that a user does not have.
 * @param folder the folder of the declarations
 * @param entry the library's entry point in that folder
 */
export async function pruneTypes(folder, entry) {
  const texts = new Map();
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath ?? file.path, file.name);
    if (file.isFile()) texts.set(path, await readFile(path, "utf8"));
  }
  const neededNames = new Map();
  const need = (path, names) => {
    const known = neededNames.get(path) ?? new Set();
    const added = names.filter((name) => !known.has(name));
    neededNames.set(path, new Set([...known, ...added]));
    if (known.size > 0 && added.length === 0) return;
    for (const [, , , list, target] of texts.get(path).matchAll(STATEMENT)) {
      const needed = namesIn(list).filter(
        ({ exported }) => !isIndex(path) || neededNames.get(path).has(exported),
      );
      if (needed.length > 0)
        need(
          join(dirname(path), `${target}.d.ts`),
          needed.map(({ name }) => name),
        );
    }
  };
  const isIndex = (path) => basename(path) === "index.d.ts" && path !== entry;
  need(entry, ["*"]);

  for (const [path, text] of texts) {
    const names = neededNames.get(path);
    if (names === undefined) {
      await rm(path);
      continue;
    }
    const kept = text.replace(STATEMENT, (_, keyword, type = "", list, target) => {
      const wanted = namesIn(list).filter(({ exported }) => !isIndex(path) || names.has(exported));
      if (wanted.length === 0) return "";
      return `${keyword}${type} { ${wanted.map((name) => name.text).join(", ")} } from "${target}.js";\n`;
    });
    await writeFile(path, kept);
  }
}

/** The names in the braces of an import or export, on both sides of `as`. */
function namesIn(list) {
  return list
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => {
      const [name, exported = name] = text.replace(/^type /, "").split(" as ");
      return { text, name, exported };
    });
}
