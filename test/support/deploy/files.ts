// The files in deploy/.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { SETTINGS, type Setting, variableOf } from "../../../collector/src/settings/schema.ts";

export const ROOT: string = fileURLToPath(new URL("../../../", import.meta.url));
export const DEPLOY: string = join(ROOT, "deploy");

export const deployFile = (name: string): Promise<string> => readFile(join(DEPLOY, name), "utf8");

/** Every document of a YAML file. Throws if one is wrong, or has a key twice. */
export async function yamlFile(name: string): Promise<unknown[]> {
  return parseAllDocuments(await deployFile(name), { strict: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return document.toJS();
  });
}

/** The settings' variables. */
export const VARIABLES: ReadonlySet<string> = new Set(
  Object.keys(SETTINGS).map((key) => variableOf(key as Setting)),
);

export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** The instructions of the Dockerfile, each in one line. */
export async function dockerfile(): Promise<readonly Instruction[]> {
  const text = (await deployFile("Dockerfile")).replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [word = ""] = line.split(" ", 1);
      return { word, rest: line.slice(word.length).trim() };
    });
}
