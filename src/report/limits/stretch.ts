/** What was read of a limit before one reset, within a step of time. Instants in epoch milliseconds. */
export interface Stretch {
  /** Null if the window had not begun. */
  readonly resetsAt: number | null;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Percents, from 0 to 100. */
  readonly last: number;
  readonly highest: number;
  /** When it was first at 100 percent; null if it was not. */
  readonly fullAt: number | null;
}
