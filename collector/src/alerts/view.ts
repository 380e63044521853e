import { type LimitView, limitViews } from "../../../src/report/index.ts";
import { instant, limitItem } from "../api/index.ts";
import type { LimitReading } from "../store/index.ts";

/** A limit as the pages show it. @param course its earlier readings, oldest first */
export function viewOf(reading: LimitReading, course: readonly LimitReading[], now: number): LimitView {
  const earlier = course.flatMap((each) => {
    const { percent, ...item } = limitItem(each);
    return percent === undefined ? [] : [{ ...item, percent, fetchedAt: instant(each.fetchedAt) ?? "" }];
  });
  const current = { items: [limitItem(reading)], fetchedAt: instant(reading.fetchedAt) };
  const [view] = limitViews(current, earlier, now);
  if (view === undefined) throw new Error("a reading is one limit");
  return view;
}
