export { inspectService, type ServiceFacts } from "./inspect.ts";
export { type InstalledService, type InstallResult, installService, startService } from "./install.ts";
export { planUninstall, realServiceEdges, type ServiceEdges } from "./make-plan.ts";
export { SERVICE_ENV_FILE } from "./service-env-file.ts";
export { serviceState } from "./service-state.ts";
export { removeService } from "./uninstall.ts";
