/** A coding agent whose transcripts one of this package's programs reads. */
export interface KnownAgent {
  /** Its name for people; absent if it is only called the coding agent. */
  readonly name?: string;
  /** The program that reads its transcripts by default. */
  readonly program: string;
  /** Relative to the home folder, with `/`. */
  readonly transcriptRoots: readonly string[];
  /** The variable that moves its folder, and the root in that folder. */
  readonly configDir?: { readonly variable: `${string}_CONFIG_DIR`; readonly transcriptRoot: string };
}

export const AGENT = {
  program: "agent-usage",
  transcriptRoots: [".agent/projects", ".config/agent/projects"],
} as const satisfies KnownAgent;

export const CLAUDE_CODE = {
  name: "Claude Code",
  program: "agent-usage-claude-code",
  transcriptRoots: [".claude/projects", ".config/claude/projects"],
  configDir: { variable: "CLAUDE_CONFIG_DIR", transcriptRoot: "projects" },
} as const satisfies KnownAgent;

/** Every program can name them all: a user may have started the wrong one. */
export const KNOWN_AGENTS: readonly KnownAgent[] = [CLAUDE_CODE, AGENT];
