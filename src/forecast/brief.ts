import type { Forecast } from "./outlook.ts";

/** A forecast as scripts get it. */
export interface BriefForecast {
  readonly status: Forecast["status"];
  /** From 0 to 100. */
  readonly percentAtReset?: number;
  /** ISO 8601. */
  readonly runsOutAt?: string;
}

/** The forecast without what only screens need. */
export function briefForecast(forecast: Forecast): BriefForecast {
  switch (forecast.status) {
    case "on_pace":
      return { status: "on_pace", percentAtReset: forecast.percentAtReset };
    case "runs_out": {
      const { status, percentAtReset, runsOutAt } = forecast;
      return { status, percentAtReset, runsOutAt };
    }
    case "unknown":
      return { status: "unknown" };
  }
}
