import { AGENT } from "./known-agents.ts";
import type { Vendor } from "./vendor.ts";

export const vendor: Vendor = {
  program: AGENT.program,
  usageUrl: "https://api.agent.example/api/oauth/usage",
  betaHeader: { name: "vendor-beta", value: "oauth-2025-04-20" },
  userAgentPrefix: "agent-code/",
  credentialsPath: ".agent/.credentials.json",
  credentialsKey: "agentAiOauth",
  transcriptRoots: AGENT.transcriptRoots,
  agentSettings: { path: ".agent/settings.json", retentionKey: "cleanupPeriodDays", retentionDays: 30 },
};
