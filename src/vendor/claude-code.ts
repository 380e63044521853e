import type { Vendor } from "./vendor.ts";

export const vendor: Vendor = {
  program: "agent-usage-claude-code",
  usageUrl: "https://api.anthropic.com/api/oauth/usage",
  betaHeader: { name: "anthropic-beta", value: "oauth-2025-04-20" },
  userAgentPrefix: "claude-code/",
  credentialsPath: ".claude/.credentials.json",
  credentialsKey: "claudeAiOauth",
  transcriptRoots: [".claude/projects", ".config/claude/projects"],
  agentSettings: { path: ".claude/settings.json", retentionKey: "cleanupPeriodDays", retentionDays: 30 },
  configDir: {
    variable: "CLAUDE_CONFIG_DIR",
    credentialsPath: ".credentials.json",
    transcriptRoot: "projects",
    agentSettingsPath: "settings.json",
  },
};
