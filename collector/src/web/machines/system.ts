const SYSTEMS: Readonly<Record<string, string>> = { linux: "Linux", darwin: "macOS" };

/** A system's name for people. */
export function systemName(os: string): string {
  return Object.hasOwn(SYSTEMS, os) ? (SYSTEMS[os] ?? os) : os;
}
