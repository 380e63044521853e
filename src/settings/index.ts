export { areLimitsOff, LIMITS_VARIABLE, limitsProblem } from "./limits-switch.ts";
export { type LoadedConfig, loadConfig } from "./load.ts";
export { agentSettingsPath, defaultCredentialsPath, homeFolder, settingsFile } from "./paths.ts";
export { describeProblem, type Problem } from "./problem.ts";
export { resolveConfig, type Settings } from "./resolve.ts";
export { type Config, type Setting, VARIABLES } from "./schema.ts";
