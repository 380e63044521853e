import { Tip } from "./tip.ts";

/** The column of each chart that was shown last. */
const shown = new WeakMap<Element, number>();

/**
 * Makes charts ready for the keyboard. The titles of their columns become tooltips of ours: a browser's own come late, and
 * never by the keyboard.
 */
export function readyCharts(root: ParentNode): void {
  for (const chart of root.querySelectorAll("svg[data-chart]")) {
    for (const title of chart.querySelectorAll("[data-point] > title")) {
      title.parentElement?.setAttribute("data-tip", title.textContent ?? "");
      title.remove();
    }
    chart.setAttribute("tabindex", "0");
    chart.setAttribute("role", "application");
    chart.setAttribute("aria-roledescription", "chart");
    chart.setAttribute("aria-description", "The arrow keys, Home and End read its columns.");
  }
}

/** Shows what a column holds: under the pointer, and by the arrow keys, Home and End. */
export function followCharts(): void {
  const tip = new Tip();
  const readout = document.createElement("div");
  readout.className = "hidden";
  readout.setAttribute("role", "status");
  readout.setAttribute("data-readout", "");
  document.body.append(readout);
  let active: Element | undefined;

  const show = (point: Element | undefined) => {
    active?.classList.remove("active");
    active = point;
    const chart = point?.closest("svg[data-chart]");
    if (point === undefined || !chart) return tip.hide();
    point.classList.add("active");
    shown.set(chart, pointsOf(chart).indexOf(point));
    const frame = chart.getBoundingClientRect();
    const own = point.getBoundingClientRect();
    tip.show(linesOf(point), new DOMRect(own.left, frame.top, own.width, frame.height), (name) =>
      colorOf(chart, name),
    );
  };
  const read = (chart: Element, index: number) => {
    const point = pointsOf(chart)[index];
    show(point);
    readout.textContent = point === undefined ? "" : linesOf(point).join(", ");
  };

  for (const type of ["pointermove", "pointerdown"] as const) {
    document.addEventListener(type, ({ target }) => {
      const point = target instanceof Element ? (target.closest("[data-point]") ?? undefined) : undefined;
      const isByKeys = document.activeElement?.matches("svg[data-chart]:focus-visible") ?? false;
      if (point !== active && (point !== undefined || !isByKeys)) show(point);
    });
  }
  document.addEventListener("focusin", ({ target }) => {
    if (!isChart(target) || !target.matches(":focus-visible")) return;
    read(target, Math.min(shown.get(target) ?? Infinity, pointsOf(target).length - 1));
  });
  document.addEventListener("focusout", ({ target }) => {
    if (isChart(target)) show(undefined);
  });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Escape") return show(undefined);
    if (!isChart(target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = pointsOf(target).length - 1;
    const next = moved(key, shown.get(target) ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    read(target, next);
  });
}

function moved(key: string, from: number, last: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, from - 1);
    case "ArrowRight":
      return Math.min(last, from + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

function isChart(target: EventTarget | null): target is SVGElement {
  return target instanceof SVGElement && target.matches("svg[data-chart]");
}

function pointsOf(chart: Element): Element[] {
  return [...chart.querySelectorAll("[data-point]")];
}

function linesOf(point: Element): string[] {
  return (point.getAttribute("data-tip") ?? "").split("\n");
}

/** The color that the legend below a chart gives to a name. */
function colorOf(chart: Element, name: string): string | undefined {
  const legend = chart.parentElement?.nextElementSibling;
  const keys = legend?.matches(".legend") ? [...legend.children] : [];
  const own = keys.find((key) => key.textContent?.trim() === name);
  return own?.querySelector("rect")?.getAttribute("class") ?? undefined;
}
