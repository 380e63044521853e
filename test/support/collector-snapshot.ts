// One snapshot, as a machine pushes it to the collector.
export const SNAPSHOT = {
  schemaVersion: 1,
  program: "agent-usage",
  machine: { id: "a3bb189e-8bf9-4c5d-9a55-111111111111", label: "=desk", os: "linux", account: "team" },
  stateId: "a3bb189e-8bf9-4c5d-9a55-222222222222",
  seq: 1,
  agentUsageVersion: "0.1.0",
  agentVersion: "2.1.90",
  sentAt: new Date().toISOString(),
  timeZone: "America/Toronto",
  limits: {
    status: "ok",
    fetchedAt: new Date(Date.now() - 60_000).toISOString(),
    items: [{ kind: "session", group: "session", percent: 12, resetsAt: null, model: null }],
  },
  usage: {
    since: "2026-11-01",
    readErrors: 0,
    days: [
      {
        day: "2026-11-01",
        state: "frozen",
        models: [
          {
            model: "claude-sonnet-4",
            requests: 1,
            inputTokens: 2,
            outputTokens: 3,
            cacheCreationTokens: 4,
            cacheReadTokens: 5,
          },
        ],
      },
    ],
  },
} as const;
