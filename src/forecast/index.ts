/* Whether a limit of the plan lasts until its reset. */
export { type Forecast, type Outlook, outlookOf, type Unknown } from "./outlook.ts";
export type { Pace } from "./pace.ts";
export type { Reading } from "./reading.ts";
