import { isDigit } from "./json";

const DAY_MS: f64 = 86_400_000;

/** Whether the text has a digit wherever the shape has a 0, and the shape's own character anywhere else. */
function hasShape(place: usize, length: i32, shape: string): bool {
  for (let index = 0; index < length; index++) {
    const byte = load<u8>(place + index);
    const wanted = <u8>shape.charCodeAt(index);
    if (wanted === 0x30 ? !isDigit(byte) : byte !== wanted) return false;
  }
  return true;
}

function twoDigits(place: usize): i32 {
  return (<i32>load<u8>(place) - 0x30) * 10 + (<i32>load<u8>(place + 1) - 0x30);
}

/**
 * The instant, in epoch milliseconds, of a time as the agent writes it: `YYYY-MM-DDTHH:MM:SS.mmmZ`, or without the
 * fraction. -1 for any other text, which may be a date all the same.
 */
export function instantOf(place: usize, length: i32): f64 {
  if (length !== 24 && length !== 20) return -1;
  if (!hasShape(place, length, length === 24 ? "0000-00-00T00:00:00.000Z" : "0000-00-00T00:00:00Z"))
    return -1;
  const year = twoDigits(place) * 100 + twoDigits(place + 2);
  const month = twoDigits(place + 5);
  const day = twoDigits(place + 8);
  const hour = twoDigits(place + 11);
  const minute = twoDigits(place + 14);
  const second = twoDigits(place + 17);
  // The days that only some months have, and leap years, are left to who knows the whole calendar.
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysIn(month)) return -1;
  if (hour > 23 || minute > 59 || second > 59) return -1;
  const fraction = length === 24 ? twoDigits(place + 20) * 10 + <i32>load<u8>(place + 22) - 0x30 : 0;
  const seconds = (hour * 60 + minute) * 60 + second;
  return <f64>daysBefore(year, month, day) * DAY_MS + <f64>seconds * 1000 + <f64>fraction;
}

/** At least; February's 29th is left out. */
function daysIn(month: i32): i32 {
  if (month === 2) return 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days from 1970-01-01, in the Gregorian calendar; years are counted from March, so that a leap day ends one. */
function daysBefore(year: i32, month: i32, day: i32): i32 {
  const years = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  return years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1 - 719_468;
}
