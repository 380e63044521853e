import type { Config, LoadedConfig } from "../../settings/index.ts";

/** The settings that a running daemon takes over at its next beat: where pushes go, and what they say of this machine. */
const FRESH: readonly string[] = ["baseUrl", "collectorCa", "pushTokenFile", "label", "account"];

/** The settings of the next beat. The others need a restart, and wrong settings change nothing. */
export function freshConfig(config: Config, loaded: LoadedConfig): Config {
  if (loaded.status === "invalid") return config;
  const kept = Object.entries(config).filter(([key]) => !FRESH.includes(key));
  const fresh = Object.entries(loaded.config).filter(([key]) => FRESH.includes(key));
  return Object.fromEntries([...kept, ...fresh]);
}
