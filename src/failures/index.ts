/* Every failure in words: what happened, and how to fix it. */
export {
  type Failure,
  isAboutLogin,
  KEYCHAIN_FAILURES,
  type KeychainFailure,
  keychainFailure,
  limitsFailure,
} from "../limits-failures.ts";
export { alertFailure, NO_ALERT_COMMAND } from "./alert.ts";
export { FAILURES } from "./all.ts";
export { joinFailure } from "./join.ts";
export { PAGE_TIMEOUT, pageFailure } from "./page.ts";
export { collectorCaFailure, pushFailure, pushTokenFailure } from "./push.ts";
export { runtimeFailure } from "./runtime.ts";
export { stateFailure } from "./state.ts";
export { rootsFailure } from "./transcripts.ts";
export { describeFailure } from "./words.ts";
