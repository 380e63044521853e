import { DAY_MS, HOUR_MS } from "../../../../src/base/durations.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { localTime } from "../../../../src/text/times.ts";
import { isMuted } from "../../alerts/index.ts";
import { fieldOf } from "../site/index.ts";

const LENGTHS = { "1h": HOUR_MS, "8h": 8 * HOUR_MS, "1d": DAY_MS, "7d": 7 * DAY_MS } as const;
const NAMES = { "1h": "For 1 hour", "8h": "For 8 hours", "1d": "For 1 day", "7d": "For 7 days" } as const;

interface Switched {
  readonly enabled: boolean;
  readonly mutedUntil: number | null;
}

/** The fields that switch something off, or mute it for a time. */
export function switchFields(current: Switched, now: number): Markup {
  const kept = isMuted(current, now)
    ? html`<option value="keep" selected>Until ${localTime(current.mutedUntil ?? now, now)}</option>`
    : "";
  const choices = Object.entries(NAMES).map(
    ([value, name]) => html`<option value="${value}">${name}</option>`,
  );
  return html`<p><label class="check"><input type="checkbox" name="enabled" value="1"${current.enabled ? html` checked` : ""}> On</label></p>
<label for="mute">Mute</label>
<select id="mute" name="mute"><option value="">Not muted</option>${kept}${choices}</select>`;
}

/** What these fields say. */
export function switchedBy(form: URLSearchParams, current: number | null, now: number): Switched {
  const mute = fieldOf(form, "mute");
  const length = Object.hasOwn(LENGTHS, mute) ? LENGTHS[mute as keyof typeof LENGTHS] : undefined;
  const mutedUntil = mute === "keep" ? current : length === undefined ? null : now + length;
  return { enabled: fieldOf(form, "enabled") === "1", mutedUntil };
}

/** `On`, `Off`, or until when it is muted. */
export function switchText(current: Switched, now: number): string {
  if (!current.enabled) return "Off";
  return isMuted(current, now) ? `Muted until ${localTime(current.mutedUntil ?? now, now)}` : "On";
}
