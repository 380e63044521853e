export { homeFolder } from "../base/settings/home.ts";
export { describeProblem, type Problem } from "../base/settings/problem.ts";
export { areLimitsOff, LIMITS_VARIABLE, limitsProblem } from "./limits-switch.ts";
export { type LoadedConfig, loadConfig } from "./load.ts";
export { agentSettingsPath, defaultCredentialsPath, defaultStateDir, settingsFile } from "./paths.ts";
export { isProxyUrl, isProxyVariable, NOT_A_PROXY, proxyProblem, proxyVariable } from "./proxy.ts";
export { resolveConfig, type Settings } from "./resolve.ts";
export { type Config, type Setting, VARIABLES } from "./schema.ts";
