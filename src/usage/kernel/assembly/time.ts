import { isDigit } from "./json";

const DAY_MS: f64 = 86_400_000;

/** Whether a text has a digit wherever the shape has a 0, and the same character everywhere else. */
function hasShape(ptr: usize, length: i32, shape: string): bool {
  for (let index = 0; index < length; index++) {
    const byte = load<u8>(ptr + index);
    const wanted = <u8>shape.charCodeAt(index);
    if (wanted === 0x30 ? !isDigit(byte) : byte !== wanted) return false;
  }
  return true;
}

function twoDigits(ptr: usize): i32 {
  return (<i32>load<u8>(ptr) - 0x30) * 10 + (<i32>load<u8>(ptr + 1) - 0x30);
}

/**
 * The instant of a timestamp as the agent writes it, `YYYY-MM-DDTHH:MM:SS.mmmZ` with or without the fraction, in epoch
 * milliseconds. -1 for any other text: it may still be a date in another format.
 */
export function instantOf(ptr: usize, length: i32): f64 {
  if (length !== 24 && length !== 20) return -1;
  if (!hasShape(ptr, length, length === 24 ? "0000-00-00T00:00:00.000Z" : "0000-00-00T00:00:00Z")) return -1;
  const year = twoDigits(ptr) * 100 + twoDigits(ptr + 2);
  const month = twoDigits(ptr + 5);
  const day = twoDigits(ptr + 8);
  const hour = twoDigits(ptr + 11);
  const minute = twoDigits(ptr + 14);
  const second = twoDigits(ptr + 17);
  // February 29 is left to `Date.parse`, which knows leap years.
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysIn(month)) return -1;
  if (hour > 23 || minute > 59 || second > 59) return -1;
  const fraction = length === 24 ? twoDigits(ptr + 20) * 10 + <i32>load<u8>(ptr + 22) - 0x30 : 0;
  const seconds = (hour * 60 + minute) * 60 + second;
  return <f64>daysBefore(year, month, day) * DAY_MS + <f64>seconds * 1000 + <f64>fraction;
}

/** The days of a month that exist in every year. */
function daysIn(month: i32): i32 {
  if (month === 2) return 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01 in the Gregorian calendar. Its years start in March, so that a leap day is the last day of one. */
function daysBefore(year: i32, month: i32, day: i32): i32 {
  const years = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  return years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1 - 719_468;
}
