import type { Amount } from "../prices/index.ts";

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Dollars and cents: `$1,028.56`. */
export function usdText(dollars: number): string {
  return usd.format(dollars);
}

/** `$28.56`; a range if the length of cache writes is unknown: `$20.11 to $31.05`. */
export function amountText({ low, high }: Amount): string {
  const [least, most] = [usdText(low), usdText(high)];
  return least === most ? least : `${least} to ${most}`;
}
