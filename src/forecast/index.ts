/* Whether a limit of the plan lasts until its reset. */
export { type BriefForecast, briefForecast } from "./brief.ts";
export { type Forecast, type Outlook, outlookOf, type Unknown } from "./outlook.ts";
export type { Pace } from "./pace.ts";
export { isSameLimit, type Reading } from "./reading.ts";
