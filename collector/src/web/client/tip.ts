/** What is shown beside a column: its lines, the first one above the others. */
export class Tip {
  readonly #box = document.createElement("div");

  constructor() {
    this.#box.className = "tip";
    this.#box.hidden = true;
    // What it says is in the readout, for those who do not see it.
    this.#box.ariaHidden = "true";
    document.body.append(this.#box);
  }

  /** @param colorOf the class of a line's color, if it has one */
  show(lines: readonly string[], at: DOMRect, colorOf: (name: string) => string | undefined): void {
    const [title = "", ...rest] = lines;
    this.#box.replaceChildren(textIn("strong", title), ...rest.map((line) => rowOf(line, colorOf)));
    this.#box.hidden = false;
    const { width, height } = this.#box.getBoundingClientRect();
    const room = document.documentElement.clientWidth - GAP - width;
    const left = Math.max(GAP, Math.min(room, at.left + at.width / 2 - width / 2));
    const above = at.top - height - GAP;
    this.#box.style.left = `${left + scrollX}px`;
    this.#box.style.top = `${(above >= 0 ? above : at.top + GAP) + scrollY}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}

/** In pixels: from a column, and from the window's edges. */
const GAP = 8;

/** A line such as `Opus: $24.10` has its value at the right. */
function rowOf(line: string, colorOf: (name: string) => string | undefined): HTMLElement {
  const row = document.createElement("div");
  const end = line.lastIndexOf(": ");
  if (end < 0) {
    row.textContent = line;
    return row;
  }
  const name = textIn("span", line.slice(0, end));
  const color = colorOf(line.slice(0, end));
  if (color !== undefined) name.className = `keyed ${color}`;
  row.append(name, textIn("b", line.slice(end + 2)));
  return row;
}

function textIn(element: "b" | "span" | "strong", text: string): HTMLElement {
  const made = document.createElement(element);
  made.textContent = text;
  return made;
}
