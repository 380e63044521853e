import { CLAUDE_CODE } from "./known-agents.ts";
import type { Vendor } from "./vendor.ts";

export const vendor: Vendor = {
  program: CLAUDE_CODE.program,
  usageUrl: "https://api.anthropic.com/api/oauth/usage",
  betaHeader: { name: "anthropic-beta", value: "oauth-2025-04-20" },
  userAgentPrefix: "claude-code/",
  credentialsPath: ".claude/.credentials.json",
  credentialsKey: "claudeAiOauth",
  transcriptRoots: CLAUDE_CODE.transcriptRoots,
  agentSettings: {
    path: ".claude/settings.json",
    retentionKey: "cleanupPeriodDays",
    retentionDays: 30,
    statusLineKey: "statusLine",
  },
  keychain: {
    service: "Claude Code-credentials",
    account: "claude-code-user",
    folderVariable: "CLAUDE_SECURESTORAGE_CONFIG_DIR",
  },
  configDir: {
    ...CLAUDE_CODE.configDir,
    credentialsPath: ".credentials.json",
    agentSettingsPath: "settings.json",
  },
};
