import type * as z from "zod";
import { ok, type Rule, wrong } from "../../../src/base/settings/rule.ts";
import { type Setting, settingSchemas } from "./schema.ts";

/** What each setting must be, as its schema says. */
export function settingRules(home: string): Record<Setting, Rule> {
  const rules = Object.entries(settingSchemas(home)).map(([key, schema]) => [key, ruleOf(schema)]);
  return Object.fromEntries(rules) as Record<Setting, Rule>;
}

function ruleOf(schema: z.ZodType): Rule {
  return (given) => {
    const parsed = schema.safeParse(given);
    return parsed.success ? ok(parsed.data) : wrong(parsed.error.issues[0]?.message ?? "is wrong");
  };
}
