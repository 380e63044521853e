/** A place on a page that `npm run generate` fills: `<!-- generated:NAME -->`, what was made, `<!-- /generated -->`. */
const PLACE = /<!-- generated:([\w-]+) -->\n[\s\S]*?<!-- \/generated -->/g;
const MARKER = /<!-- \/?generated\b.*?-->/g;

/** A page with every generated part made again. Throws if a marker has no partner or names an unknown part. */
export function fillPage(page: string, parts: Readonly<Record<string, string>>): string {
  const filled = page.replace(PLACE, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`nothing is generated as "${name}"`);
    return `<!-- generated:${name} -->\n${part}<!-- /generated -->`;
  });
  const markers = page.match(MARKER)?.length ?? 0;
  if (markers !== 2 * partsOf(page).length) throw new Error("a marker of a generated part has no partner");
  return filled;
}

/** The names of the generated parts of a page. */
export function partsOf(page: string): string[] {
  return [...page.matchAll(PLACE)].map(([, name = ""]) => name);
}

/** A table in Markdown. Bars in a cell are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => {
    const texts = cells.map((cell) => (cell === "" ? "" : ` ${cell.replaceAll("|", "\\|")}`));
    return `|${texts.map((text) => `${text} |`).join("")}\n`;
  };
  return [line(head), `|${head.map(() => "---|").join("")}\n`, ...rows.map(line)].join("");
}

export function code(text: string): string {
  return `\`${text}\``;
}
