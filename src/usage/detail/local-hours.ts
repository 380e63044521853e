const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** The hours of instants in local time. Every zone's offset is a multiple of a quarter hour, so each quarter is looked up once. */
export class LocalHours {
  readonly #byQuarter = new Map<number, string>();

  /** `YYYY-MM-DDTHH:00`. @param at epoch milliseconds */
  of(at: number): string {
    const quarter = Math.floor(at / QUARTER_MS);
    const known = this.#byQuarter.get(quarter);
    if (known !== undefined) return known;
    const date = new Date(quarter * QUARTER_MS);
    const two = (value: number) => String(value).padStart(2, "0");
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const hour = `${day}T${two(date.getHours())}:00`;
    this.#byQuarter.set(quarter, hour);
    return hour;
  }
}
