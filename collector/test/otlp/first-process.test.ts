// Which of several processes sends the fleet's metrics.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";

const GAP_MS = 180_000;
const NOW = Date.parse("2026-11-22T10:00:00Z");

testOnEach(
  "one process sends, another after it ended, and another once it is silent for too long",
  async ({ alerts }) => {
    const first = (now: number) => alerts.firstProcess(now - GAP_MS);
    assert.equal(await first(NOW), undefined);
    for (const process of ["b", "a", "c"]) await alerts.beat(process, NOW, GAP_MS, process === "b");
    assert.equal(await first(NOW), "a");
    await alerts.leave("a");
    assert.equal(await first(NOW), "b");
    await alerts.beat("c", NOW + GAP_MS, GAP_MS, false);
    assert.equal(await first(NOW + GAP_MS), "b");
    assert.equal(await first(NOW + GAP_MS + 1), "c");
  },
);
