export { describeProblem, type LoadedConfig, loadConfig, type Problem } from "./load.ts";
export { agentSettingsPath, defaultCredentialsPath, homeFolder, settingsFile } from "./paths.ts";
export { resolveConfig, type Settings } from "./resolve.ts";
export { type Config, type Setting, VARIABLES } from "./schema.ts";
