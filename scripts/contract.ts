// Writes contract/snapshot.v1.schema.json from the zod schema; a test holds the two equal.
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { snapshotSchema } from "../src/contract.ts";

/** The push contract as JSON Schema: what a collector may rely on. */
export function contractText(): string {
  const schema = z.toJSONSchema(snapshotSchema, { target: "draft-2020-12", io: "input" });
  const { $schema, ...rest } = schema;
  const title = "agent-usage snapshot, version 1";
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}

if (process.argv[1]?.endsWith("contract.ts")) {
  writeFileSync("contract/snapshot.v1.schema.json", contractText());
}
