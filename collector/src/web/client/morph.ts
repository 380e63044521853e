/** What is the reader's, not the page's: whether details are open. What is in a field stays by itself. */
const KEPT = new Set(["open"]);

/**
 * Makes an element like a newer one, and touches only what differs, so that focus, scroll position, selected text and open
 * details stay. Elements with an id are found again by it. Those that a script added (`data-own`) stay.
 */
export function morph(old: Element, fresh: Element): void {
  if (old.isEqualNode(fresh)) return;
  for (const { name, value } of fresh.attributes) {
    if (!KEPT.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames()) {
    if (!KEPT.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  let cursor = next(old.firstChild);
  for (const child of fresh.childNodes) {
    const match = matchFor(child, cursor);
    if (match === undefined) {
      old.insertBefore(document.importNode(child, true), cursor);
      continue;
    }
    if (match === cursor) cursor = next(match.nextSibling);
    else old.insertBefore(match, cursor);
    if (match instanceof Element && child instanceof Element) morph(match, child);
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
  }
  while (cursor !== null) {
    const gone = cursor;
    cursor = next(cursor.nextSibling);
    gone.remove();
  }
}

/** The first node from here on that is the page's. */
function next(from: ChildNode | null): ChildNode | null {
  let node = from;
  while (node instanceof Element && node.hasAttribute("data-own")) node = node.nextSibling;
  return node;
}

function matchFor(child: ChildNode, cursor: ChildNode | null): ChildNode | undefined {
  const id = idOf(child);
  if (id === "") return cursor?.nodeName === child.nodeName && idOf(cursor) === "" ? cursor : undefined;
  for (let node = cursor; node !== null; node = node.nextSibling) {
    if (idOf(node) === id && node.nodeName === child.nodeName) return node;
  }
  return undefined;
}

function idOf(node: Node): string {
  return node instanceof Element ? node.id : "";
}
