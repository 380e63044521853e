/* The collector as a service of systemd or launchd. */
export {
  managerHere,
  removeService,
  runCommand,
  type ServiceEdges,
  startCommands,
  writeService,
} from "./install.ts";
export { systemUnit } from "./units.ts";
