import type { ValueOption } from "../command.ts";
import { COMMON_WORDS, type CommandWords, type OptionWords } from "./words.ts";

/** Works when sourced after compinit, or as a file `_<program>` in a folder of `fpath`. */
export function zshScript(program: string, commands: readonly CommandWords[]): string {
  const name = `_${program}`;
  const cases = commands.map(({ name: command, words, takesFile, options }) => {
    const word = takesFile ? " '*:file:_files'" : words.length === 0 ? "" : ` '1:word:(${words.join(" ")})'`;
    return `    ${command}) _arguments${options.map(specification).join("")}${word} ;;\n`;
  });
  return `#compdef ${program}
# ${program}: completions for zsh. In ~/.zshrc, after compinit: source <(${program} completions zsh)
${name}() {
  local context state line
  local -a commands=(
${commands.map((command) => `    ${quoted(`${command.name}:${command.summary}`)}\n`).join("")}  )
  _arguments -C${COMMON_WORDS.map(specification).join("")} '1:command:->command' '*::argument:->argument'
  case $state in
  command) _describe command commands ;;
  argument)
    case $line[1] in
${cases.join("")}    esac ;;
  esac
}
if [ "$funcstack[1]" = ${name} ]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;
}

/** An option in the syntax of `_arguments`. */
function specification({ name, summary, value }: OptionWords): string {
  const text = summary.replace(/[\]\\]/g, "\\$&");
  return ` ${quoted(value === undefined ? `${name}[${text}]` : `${name}=[${text}]:${value.value}:${actionOf(value)}`)}`;
}

/** The action that completes a value. A space means no completion. */
function actionOf({ values, isFile }: ValueOption): string {
  if (isFile) return "_files";
  return values === undefined ? " " : `(${values.join(" ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
