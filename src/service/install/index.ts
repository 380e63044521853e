export { SERVICE_ENV_FILE } from "./copied-variables.ts";
export { inspectService, type ServiceFacts } from "./inspect.ts";
export { type InstalledService, type InstallResult, installService, startService } from "./install.ts";
export type { LimitsOff } from "./limits-off.ts";
export { type Place, planUninstall, realServiceEdges, type ServiceEdges } from "./make-plan.ts";
export { logCommand } from "./manager.ts";
export { type ServiceState, serviceState } from "./service-state.ts";
export { removeService } from "./uninstall.ts";
