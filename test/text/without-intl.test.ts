// Amounts, and local time and UTC, are written without Intl. They read as Intl writes them.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import fc from "fast-check";
import { usdText } from "../../src/report/index.ts";
import { localDay, wholeTime } from "../../src/text/times.ts";

const ZONES = ["America/Toronto", "Europe/London", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"];
const instant = fc.integer({ min: Date.UTC(1980), max: Date.UTC(2100) });
const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env["TZ"];
  else process.env["TZ"] = TZ;
});

test("dollars and cents are rounded and grouped as Intl does it", () => {
  const intl = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  const same = (dollars: number) => assert.equal(usdText(dollars), intl.format(dollars));
  for (const dollars of [0, 1e-7, 1e-6, 0.005, 0.995, 1.005, 2.675, 999.995, 1028.56, 1e6, 1e12, 1e21, -3.5])
    same(dollars);
  const amount = fc.oneof(
    fc.double({ min: 0, max: 1e12, noNaN: true }),
    fc.double({ min: 0, max: 1000, noNaN: true }),
    // Half a cent, exactly in decimal digits only.
    fc.integer({ min: 0, max: 1e9 }).map((halves) => Number(`${halves}5e-3`)),
  );
  fc.assert(fc.property(amount, same), { numRuns: 2000 });
});

test("local time is that of the system's zone, whatever it is", () => {
  for (const zone of ZONES) {
    process.env["TZ"] = zone;
    fc.assert(
      fc.property(instant, (at) => {
        assert.equal(wholeTime(at), wholeTime(at, zone));
        assert.equal(localDay(at), localDay(at, zone));
      }),
    );
  }
});

test("UTC is as Intl writes it", () => {
  fc.assert(
    fc.property(instant, (at) => {
      assert.equal(wholeTime(at, "UTC"), wholeTime(at, "Etc/UTC"));
      assert.equal(localDay(at, "UTC"), localDay(at, "Etc/UTC"));
    }),
  );
});
