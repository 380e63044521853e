/** A value as a setting takes it, or what it must be. A message never repeats the value: it may be a secret in the wrong place. */
export type Ruled<T> =
  | { readonly status: "ok"; readonly value: T }
  | { readonly status: "wrong"; readonly message: string };

/** What a setting must be. */
export type Rule<T = unknown> = (given: unknown) => Ruled<T>;

export function ok<T>(value: T): Ruled<T> {
  return { status: "ok", value };
}

export function wrong(message: string): Ruled<never> {
  return { status: "wrong", message };
}

/** A text, and what it must be beyond that. */
export function text<T>(message: string, read: (text: string) => Ruled<T>): Rule<T> {
  return (given) => (typeof given === "string" ? read(given) : wrong(message));
}

/** One of these words. */
export function oneOf(words: readonly string[], message: string): Rule<string> {
  return text(message, (word) => (words.includes(word) ? ok(word) : wrong(message)));
}

/** A list whose every item keeps to a rule. */
export function list<T>(item: Rule<T>, message: string): Rule<readonly T[]> {
  return (given) => {
    if (!Array.isArray(given)) return wrong(message);
    const values: T[] = [];
    for (const one of given) {
      const ruled = item(one);
      if (ruled.status === "wrong") return ruled;
      values.push(ruled.value);
    }
    return ok(values);
  };
}

/** A rule that asks more of what another allows. */
export function and<From, To>(rule: Rule<From>, more: (value: From) => Ruled<To>): Rule<To> {
  return (given) => {
    const ruled = rule(given);
    return ruled.status === "ok" ? more(ruled.value) : ruled;
  };
}
