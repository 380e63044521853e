import { type CommandWords, EVERYWHERE_WORDS } from "./words.ts";

/** For bash from 3.2 on, which macOS has, without the bash-completion package. */
export function bashScript(program: string, commands: readonly CommandWords[]): string {
  const name = `_${program.replaceAll("-", "_")}`;
  const first = [...commands, ...EVERYWHERE_WORDS].map((word) => word.name);
  const values = commands.flatMap(({ name: command, options }) =>
    options.flatMap(({ name: option, value }) => {
      if (value === undefined) return [];
      const offer = value.isFile ? `${name}_files; return` : `words='${(value.values ?? []).join(" ")}'`;
      return [`    '${command} ${option}') ${offer} ;;\n`];
    }),
  );
  const cases = commands.map(({ name: command, words, options }) => {
    const after = [...words, ...options.map((option) => option.name)];
    return `    '${command} '*) words='${after.join(" ")}' ;;\n`;
  });
  return `# ${program}: completions for bash. In ~/.bashrc: source <(${program} completions bash)
${name}() {
  local command= words= index current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  # --option=value comes as three words.
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
# Readline's own completion of file names; where it cannot be asked for, before bash 4, the names as they are.
${name}_files() {
  compopt -o default 2>/dev/null && return
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
}
complete -F ${name} ${program}
`;
}
