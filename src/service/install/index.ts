export { SERVICE_ENV_FILE } from "./copied-variables.ts";
export { inspectService, type ServiceFacts } from "./inspect.ts";
export { type InstalledService, type InstallResult, installService, startService } from "./install.ts";
export type { LimitsOff } from "./limits-off.ts";
export { planUninstall, realServiceEdges, type ServiceEdges } from "./make-plan.ts";
export { serviceState } from "./service-state.ts";
export { removeService } from "./uninstall.ts";
