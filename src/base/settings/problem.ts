/** One problem with the settings. */
export interface Problem {
  /** The option, the variable, the key in the settings file, or "settings file" for the file as a whole. */
  readonly setting: string;
  readonly source: "command line" | "environment" | "settings file";
  /** What is wrong with it. Never contains the value. */
  readonly message: string;
  /** Why the settings file could not be read, if that is the problem. */
  readonly code?: string;
  readonly fix?: string | undefined;
}

/** One line, for people. @param places names for the sources, such as the path of a file */
export function describeProblem(
  { setting, source, message, fix }: Problem,
  places: Partial<Record<Problem["source"], string>> = {},
): string {
  const place = places[source];
  const where = setting !== source ? ` (${place ?? source})` : place === undefined ? "" : ` ${place}`;
  return `${setting}${where} ${message}${fix === undefined ? "" : `. Fix: ${fix}`}`;
}
