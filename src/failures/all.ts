import { describeCode } from "../base/system-errors.ts";
import { KEYCHAIN, LIMITS } from "../limits-failures.ts";
import { ALERT } from "./alert.ts";
import { JOIN } from "./join.ts";
import { PAGE } from "./page.ts";
import { COLLECTOR_CA, PUSH, PUSH_TOKEN } from "./push.ts";
import { RUNTIME } from "./runtime.ts";
import { STATE, STATE_FIXES } from "./state.ts";
import { ROOTS } from "./transcripts.ts";

/** Every table, for docs/failures.md. */
export const FAILURES = {
  limits: LIMITS,
  keychain: KEYCHAIN,
  push: PUSH,
  "push-token": PUSH_TOKEN,
  "collector-ca": COLLECTOR_CA,
  join: JOIN,
  transcripts: ROOTS,
  alert: ALERT,
  page: PAGE,
  state: STATE,
  runtime: RUNTIME,
  system: Object.fromEntries(
    Object.entries(STATE_FIXES).map(([code, fix]) => [code, { what: describeCode(code), fix }]),
  ),
} as const;
