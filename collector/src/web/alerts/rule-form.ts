import { html, type Markup } from "../../../../src/report/index.ts";
import type { AlertRule, Channel } from "../../store/index.ts";
import { fieldOf } from "../site/index.ts";
import { switchedBy, switchFields } from "./mute.ts";

const MOST_THRESHOLDS = 10;
const MOST_ACCOUNT = 256;
/** The most accounts that the form names. */
const NAMED_ACCOUNTS = 8;

export type ReadRule =
  | { readonly status: "ok"; readonly rule: AlertRule }
  | { readonly status: "wrong"; readonly field: "account" | "percents"; readonly message: string };

/** Reads the form of a rule. @param current the rule that it changes. @param accounts those that sent limits */
export function readRule(
  form: URLSearchParams,
  current: AlertRule,
  { channels, accounts }: Pick<RuleForm, "channels" | "accounts">,
  now: number,
): ReadRule {
  const account = fieldOf(form, "scope") === "all" ? null : fieldOf(form, "account");
  if (account !== null && (account === "" || account.length > MOST_ACCOUNT))
    return { status: "wrong", field: "account", message: "Name the account that the rule is for." };
  const isStrange = account !== null && accounts.length > 0 && !accounts.includes(account);
  if (isStrange && fieldOf(form, "known") !== "1" && fieldOf(form, "anyway") !== "1")
    return {
      status: "wrong",
      field: "account",
      message: `No machine has sent limits of the account "${account}". Check its name, or save the rule for when one does.`,
    };
  const percents = thresholdsIn(fieldOf(form, "percents"));
  if (percents === undefined)
    return {
      status: "wrong",
      field: "percents",
      message: `Thresholds are up to ${MOST_THRESHOLDS} whole numbers from 1 to 100, such as 50, 80, 95.`,
    };
  const chosen = new Set(form.getAll("channel"));
  const ids = channels.map(({ id }) => id).filter((id) => chosen.has(String(id)));
  const rule: AlertRule = {
    account,
    percents,
    runsOut: fieldOf(form, "runsOut") === "1",
    reset: fieldOf(form, "reset") === "1",
    // Also those that are added later.
    channels: fieldOf(form, "to") === "chosen" ? ids : [],
    ...switchedBy(form, current.mutedUntil, now),
  };
  return { status: "ok", rule };
}

function thresholdsIn(text: string): number[] | undefined {
  const parts = text.split(/[\s,;%]+/).filter((part) => part !== "");
  const all = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 0));
  if (all.length > MOST_THRESHOLDS || all.some((each) => each < 1 || each > 100)) return undefined;
  return [...new Set(all)].sort((a, b) => a - b);
}

export interface RuleForm {
  readonly rule: AlertRule;
  /** Whether it is for an account that is still to be named. */
  readonly isNew: boolean;
  readonly accounts: readonly string[];
  readonly channels: readonly Channel[];
  readonly now: number;
  readonly given?: URLSearchParams;
  readonly wrong?: { readonly field: string; readonly message: string };
}

export function ruleForm({ rule, isNew, accounts, channels, now, given, wrong }: RuleForm): Markup {
  const percents = given?.get("percents") ?? rule.percents.join(", ");
  const invalid = (field: string) =>
    wrong?.field === field ? html` aria-invalid="true" aria-describedby="wrong"` : "";
  const check = (name: string, isOn: boolean, text: string) =>
    html`<p><label class="check"><input type="checkbox" name="${name}" value="1"${isOn ? html` checked` : ""}> ${text}</label></p>`;
  const scope = isNew
    ? accountField(accounts, given?.get("account") ?? "", wrong?.field === "account")
    : rule.account === null
      ? html`<input type="hidden" name="scope" value="all"><p class="soft">For all accounts without a rule of their own, and machines without an account.</p>`
      : html`<input type="hidden" name="account" value="${rule.account}"><input type="hidden" name="known" value="1"><p class="soft">For ${rule.account}, in place of the rule for all.</p>`;
  return html`<section class="card form"><form class="stacked" method="post" action="/alerts/rules">
${wrong === undefined ? "" : html`<p class="error" role="alert" id="wrong">${wrong.message}</p>`}
${scope}
<label for="percents">Warn at <span class="hint">Percent used, with commas between them.</span></label>
<input id="percents" name="percents" inputmode="numeric" autocomplete="off" value="${percents}"${invalid("percents")}>
${check("runsOut", rule.runsOut, "Warn when a limit is expected to run out before its reset")}
${check("reset", rule.reset, "Tell when a limit that was over a threshold has reset")}
${channelFields(rule, channels)}
${switchFields(rule, now)}
<p><button class="main">Save</button> <a class="button" href="/alerts">Cancel</a></p>
</form></section>`;
}

/** The accounts that are known are offered. Another one is asked about once, as it may be a slip. */
function accountField(accounts: readonly string[], given: string, isWrong: boolean): Markup {
  const options = accounts.map((account) => html`<option value="${account}"></option>`);
  const anyway =
    isWrong && given !== ""
      ? html`<p><label class="check"><input type="checkbox" name="anyway" value="1"> Save it for an account that is not known yet</label></p>`
      : "";
  const some = accounts.slice(0, NAMED_ACCOUNTS).join(", ");
  const hint =
    accounts.length === 0
      ? ""
      : html` <span class="hint">One of ${some}${accounts.length > NAMED_ACCOUNTS ? `, and ${accounts.length - NAMED_ACCOUNTS} more` : ""}</span>`;
  return html`<label for="account">Account${hint}</label>
<input id="account" name="account" list="accounts" maxlength="${MOST_ACCOUNT}" required autocomplete="off" value="${given}"${isWrong ? html` aria-invalid="true" aria-describedby="wrong"` : ""}>
<datalist id="accounts">${options}</datalist>${anyway}`;
}

function channelFields(rule: AlertRule, channels: readonly Channel[]): Markup {
  const isAll = rule.channels.length === 0;
  const radio = (value: string, isOn: boolean, text: string) =>
    html`<p><label class="check"><input type="radio" name="to" value="${value}"${isOn ? html` checked` : ""}> ${text}</label></p>`;
  const rows = channels.map(
    ({ id, name }) =>
      html`<p class="indented"><label class="check"><input type="checkbox" name="channel" value="${id}"${rule.channels.includes(id) ? html` checked` : ""}> ${name}</label></p>`,
  );
  return channels.length === 0
    ? html``
    : html`<fieldset class="plain"><legend>Channels</legend>${radio("all", isAll, "All channels")}${radio("chosen", !isAll, "These:")}${rows}</fieldset>`;
}
