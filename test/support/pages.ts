import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every page written for people, relative to the repository root. */
export function pages(): string[] {
  const docs = readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name));
  return ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "deploy/README.md", ...docs];
}

export function readPage(path: string): string {
  return readFileSync(path, "utf8");
}

/** The text under a heading, up to the next one, without code blocks. Throws if there is no such heading. */
export function section(page: string, heading: string): string {
  const [, ...sections] = withoutCode(page).split(/^#+ /m);
  const found = sections.find((text) => text.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`no heading "${heading}"`);
  return found;
}

/** The page without its code blocks. */
export function withoutCode(page: string): string {
  return page.replace(/^```[\s\S]*?^```$/gm, "");
}

/** The rows of the tables in a text, without headers: the cells of each row, with `\|` unescaped. */
export function rows(text: string): string[][] {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  return lines
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    )
    .filter((_, index) => !isRule(lines[index]) && !isRule(lines[index + 1]));
}

/** Whether a line separates a table's header from its rows. */
function isRule(line: string | undefined): boolean {
  return line?.startsWith("|-") ?? false;
}

/** The texts between backticks. */
export function spans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
}
