import type { Amount } from "../prices/index.ts";
import { grouped } from "../text/numbers.ts";

/** Below it, JavaScript writes a number with an exponent. */
const LEAST = 1e-6;
/** From here on, a number may not be exact to the cent. */
const MOST = 1e12;

/**
 * Dollars and cents: `$1,028.56`, rounded by their decimal digits, as `Intl` does it. `Intl` itself takes Node longer to load
 * than a short command's own work, so only amounts that nobody pays are left to it.
 */
export function usdText(dollars: number): string {
  if (!(dollars === 0 || (dollars >= LEAST && dollars < MOST))) return formatted(dollars);
  // An exponent moves the point exactly. A multiplication would round: 1.005 * 100 is 100.49999999999999.
  const cents = Math.round(Number(`${dollars}e2`));
  return `$${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
}

function formatted(dollars: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(dollars);
}

/** `$28.56`; a range if the length of cache writes is unknown: `$20.11 to $31.05`. */
export function amountText({ low, high }: Amount): string {
  const [least, most] = [usdText(low), usdText(high)];
  return least === most ? least : `${least} to ${most}`;
}
