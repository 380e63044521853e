import { ruleFor, USUAL_RULE } from "../../alerts/index.ts";
import type { AlertRule } from "../../store/index.ts";
import { fieldOf, type SitePages, type Visit } from "../site/index.ts";
import { readRule, ruleForm } from "./rule-form.ts";

const NAV = { nav: "Alerts" } as const;

/** The forms of rules. */
export function routeRules(pages: SitePages): void {
  pages.get("/alerts/rules/new", "change", async (view) => {
    const rule = { ...USUAL_RULE, account: "" };
    const body = ruleForm({ rule, isNew: true, ...(await choices(view)), now: view.now });
    return { status: "page", title: "Add a rule", ...NAV, body };
  });
  pages.get(
    "/alerts/rules/edit",
    "change",
    async (view) => {
      const account = view.parameters["for"]?.[0] ?? null;
      const rule = await currentRule(view, account);
      const body = ruleForm({ rule, isNew: false, ...(await choices(view)), now: view.now });
      return { status: "page", title: titleOf(account), ...NAV, body };
    },
    { parameters: ["for"] },
  );
  pages.post("/alerts/rules", "change", async (form, visit) => {
    const { store, now, actor } = visit;
    const account = fieldOf(form, "scope") === "all" ? null : fieldOf(form, "account");
    const current = await currentRule(visit, account);
    const given = await choices(visit);
    const read = readRule(form, current, given, now);
    if (read.status === "wrong") {
      const isNew = account === "" || read.field === "account";
      const body = ruleForm({ rule: current, isNew, ...given, now, given: form, wrong: read });
      return { status: "page", code: 422, title: titleOf(account), ...NAV, body };
    }
    await store.alerts.saveRule(read.rule, actor);
    return { status: "done", to: "/alerts", notice: "alerts_saved" };
  });
  pages.post("/alerts/rules/remove", "change", async (form, { store, actor }) => {
    const isGone = await store.alerts.removeRule(fieldOf(form, "account") || null, actor);
    return isGone ? { status: "done", to: "/alerts", notice: "alerts_saved" } : { status: "not_found" };
  });
}

async function currentRule({ store }: Pick<Visit, "store">, account: string | null): Promise<AlertRule> {
  return { ...ruleFor(await store.alerts.rules(), account), account };
}

async function choices({ store }: Pick<Visit, "store">) {
  const [channels, limits] = await Promise.all([store.alerts.channels(), store.limits()]);
  return { channels, accounts: [...new Set(limits.flatMap(({ account }) => account ?? []))] };
}

function titleOf(account: string | null): string {
  return account === null ? "Rule for all accounts" : account === "" ? "Add a rule" : `Rule for ${account}`;
}
