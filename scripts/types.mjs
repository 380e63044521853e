// Keeps, of the declarations that the compiler wrote, those that the library's face leads to.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const STATEMENT = /^(import|export)( type)? \{([^}]*)\} from "(\.[^"]+)\.ts";\n/gm;

/**
 * Removes every declaration file that `entry` does not need, and names the rest as built (`.js`). A door (`index.d.ts`)
 * keeps only the names that somebody asks for: what else is behind it may need types that a user does not have.
 * @param folder where the declarations are
 * @param entry the library's face, in that folder
 */
export async function pruneTypes(folder, entry) {
  const texts = new Map();
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath ?? file.path, file.name);
    if (file.isFile()) texts.set(path, await readFile(path, "utf8"));
  }
  const asked = new Map();
  const ask = (path, names) => {
    const known = asked.get(path) ?? new Set();
    const added = names.filter((name) => !known.has(name));
    asked.set(path, new Set([...known, ...added]));
    if (known.size > 0 && added.length === 0) return;
    for (const [, , , list, target] of texts.get(path).matchAll(STATEMENT)) {
      const needed = namesIn(list).filter(({ exported }) => !isDoor(path) || asked.get(path).has(exported));
      if (needed.length > 0)
        ask(
          join(dirname(path), `${target}.d.ts`),
          needed.map(({ name }) => name),
        );
    }
  };
  const isDoor = (path) => basename(path) === "index.d.ts" && path !== entry;
  ask(entry, ["everything"]);

  for (const [path, text] of texts) {
    const names = asked.get(path);
    if (names === undefined) {
      await rm(path);
      continue;
    }
    const kept = text.replace(STATEMENT, (_, keyword, type = "", list, target) => {
      const wanted = namesIn(list).filter(({ exported }) => !isDoor(path) || names.has(exported));
      if (wanted.length === 0) return "";
      return `${keyword}${type} { ${wanted.map(({ text: one }) => one).join(", ")} } from "${target}.js";\n`;
    });
    await writeFile(path, kept);
  }
}

/** The names in the braces of an import or export, as they are called on either side of `as`. */
function namesIn(list) {
  return list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((text) => {
      const [name, exported = name] = text.replace(/^type /, "").split(" as ");
      return { text, name, exported };
    });
}
