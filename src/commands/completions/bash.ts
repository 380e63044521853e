import { type CommandWords, EVERYWHERE } from "./words.ts";

/** For bash from 3.2 on, which macOS has, without the bash-completion package. */
export function bashScript(program: string, commands: readonly CommandWords[]): string {
  const name = `_${program.replaceAll("-", "_")}`;
  const first = [...commands, ...EVERYWHERE].map((word) => word.name);
  const cases = commands.map(({ name: command, words, options }) => {
    const after = [...words, ...options.map((option) => option.name)];
    return `    ${command}) words='${after.join(" ")}' ;;\n`;
  });
  return `# ${program}: completions for bash. In ~/.bashrc: source <(${program} completions bash)
${name}() {
  local command= words= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
    -*) ;;
    *) command=\${COMP_WORDS[index]}; break ;;
    esac
  done
  case "$command" in
    '') words='${first.join(" ")}' ;;
${cases.join("")}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F ${name} ${program}
`;
}
