import { createInterface } from "node:readline";

/** Asks a question. Everything but `y` and `yes` means no, and so do Ctrl-C and Ctrl-D. */
export type Ask = (question: string) => Promise<boolean>;

/** Asks on the terminal; `undefined` if standard input is none. */
export function askOnTerminal(): Ask | undefined {
  return process.stdin.isTTY ? ask : undefined;
}

async function ask(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    reader.once("close", () => resolve(""));
    reader.question(`${question} [y/N] `, resolve);
  });
  reader.close();
  return /^y(es)?$/i.test(answer.trim());
}
