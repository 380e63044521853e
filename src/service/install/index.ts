export { shellOnlySettings, uncopied } from "./environment.ts";
export { checkServiceFile, removeFiles, writeFiles } from "./files.ts";
export { type Place, planInstall, planUninstall, realServiceEdges, type ServiceEdges } from "./here.ts";
export { isLasting, lastingNode } from "./node-path.ts";
export { type Manager, type Plan, VARIABLES_FILE } from "./plan.ts";
export { type Run, runAll } from "./run.ts";
export { type ServiceState, serviceState } from "./service-state.ts";
