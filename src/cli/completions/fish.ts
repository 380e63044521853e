import { COMMON_WORDS, type CommandWords, type OptionWords } from "./words.ts";

export function fishScript(program: string, commands: readonly CommandWords[]): string {
  const none = "__fish_use_subcommand";
  const lines = [
    ...COMMON_WORDS.map((option) => optionLine(none, option)),
    ...commands.map(({ name, summary }) => wordLine(none, name, summary)),
    ...commands.flatMap(({ name, words, takesFile, options }) => {
      const within = `__fish_seen_subcommand_from ${name}`;
      return [
        ...words.map((word) => wordLine(within, word, "")),
        ...(takesFile ? [`-n ${quoted(within)} -F`] : []),
        ...options.map((option) => optionLine(within, option)),
      ];
    }),
  ];
  return `# ${program}: completions for fish. In ~/.config/fish/config.fish: ${program} completions fish | source
complete -c ${program} -f
${lines.map((line) => `complete -c ${program} ${line}\n`).join("")}`;
}

function optionLine(condition: string, { name, summary, value }: OptionWords): string {
  return `-n ${quoted(condition)} -l ${name.slice(2)}${valueWords(value)} -d ${quoted(summary)}`;
}

function valueWords(value: OptionWords["value"]): string {
  if (value === undefined) return "";
  if (value.isFile) return " -r -F";
  return value.values === undefined ? " -x" : ` -x -a ${quoted(value.values.join(" "))}`;
}

function wordLine(condition: string, word: string, summary: string): string {
  return `-n ${quoted(condition)} -a ${word}${summary === "" ? "" : ` -d ${quoted(summary)}`}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
