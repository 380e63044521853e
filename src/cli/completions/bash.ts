import { COMMON_WORDS, type CommandWords } from "./words.ts";

/** Works from bash 3.2 (macOS) on, without the bash-completion package. */
export function bashScript(program: string, commands: readonly CommandWords[]): string {
  const name = `_${program.replaceAll("-", "_")}`;
  const first = [...commands, ...COMMON_WORDS].map((word) => word.name);
  const values = commands.flatMap(({ name: command, options }) =>
    options.flatMap(({ name: option, value }) => {
      if (value === undefined) return [];
      const offer = value.isFile ? `${name}_files; return` : `words='${(value.values ?? []).join(" ")}'`;
      return [`    '${command} ${option}') ${offer} ;;\n`];
    }),
  );
  const cases = commands.map(({ name: command, words, takesFile, options }) => {
    const after = [...words, ...options.map((option) => option.name)];
    const files = takesFile ? `${name}_files; ` : "";
    return `    '${command} '*) ${files}words='${after.join(" ")}' ;;\n`;
  });
  return `# ${program}: completions for bash. In ~/.bashrc: source <(${program} completions bash)
${name}() {
  local command= words= index current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash splits --option=value into three words.
  if [ "$current" = = ]; then
    current=
  elif [ "$before" = = ]; then
    before=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
    -*) ;;
    *) command=\${COMP_WORDS[index]}; break ;;
    esac
  done
  COMPREPLY=()
  case "$command $before" in
${values.join("")}${cases.join("")}    ' '*) words='${first.join(" ")}' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current")) || true
}
# Readline completes file names itself from bash 4 on; before that, they are listed as they are.
${name}_files() {
  compopt -o default 2>/dev/null && return
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
}
complete -F ${name} ${program}
`;
}
