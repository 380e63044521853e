/* Whether a limit of the plan lasts until its reset. */
export { type BriefForecast, briefForecast } from "./brief.ts";
export { namedLength, sameResetMs, windowLength } from "./length.ts";
export {
  type Forecast,
  foreseesEnd,
  type Outlook,
  outlookOf,
  type Span,
  type Unknown,
} from "./outlook.ts";
export type { Pace } from "./pace.ts";
export { isSameLimit, type Reading } from "./reading.ts";
export { isRestart } from "./window.ts";
