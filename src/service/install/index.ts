export { shellOnlySettings, uncopied } from "./environment.ts";
export { checkServiceFile, removeFiles, writeFiles } from "./files.ts";
export { type Place, planInstall, planUninstall, realServiceEdges, type ServiceEdges } from "./here.ts";
export { findManager, isActive } from "./manager.ts";
export { isLasting, lastingNode } from "./node-path.ts";
export { lookCommand, type Manager, type Plan, serviceFile, VARIABLES_FILE } from "./plan.ts";
export { type Run, runAll, runCommandLine } from "./run.ts";
