/** A version as numbers, and whether it is one before a release. */
const FORM = /^v?(\d{1,9}(?:\.\d{1,9}){0,4})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

interface Version {
  readonly numbers: readonly number[];
  readonly isBefore: boolean;
}

function parsed(text: string): Version | undefined {
  const [, numbers, before] = FORM.exec(text) ?? [];
  return numbers === undefined
    ? undefined
    : { numbers: numbers.split(".").map(Number), isBefore: before !== undefined };
}

/** Less than 0 if `a` is older. What is no version is older than any, and the same as any other. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parsed(a), parsed(b)];
  if (first === undefined || second === undefined)
    return Number(first !== undefined) - Number(second !== undefined);
  const length = Math.max(first.numbers.length, second.numbers.length);
  for (let index = 0; index < length; index++) {
    const difference = (first.numbers[index] ?? 0) - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(second.isBefore) - Number(first.isBefore);
}

/** Whether a version is older than another one. What is no version is not known to be. */
export function isOlder(version: string, than: string | undefined): boolean {
  return than !== undefined && parsed(version) !== undefined && compareVersions(version, than) < 0;
}

/** The newest of some versions; undefined if none is one. */
export function newestOf(versions: readonly (string | null)[]): string | undefined {
  return versions
    .filter((version): version is string => version !== null && parsed(version) !== undefined)
    .reduce<string | undefined>(
      (newest, version) => (newest === undefined || compareVersions(version, newest) > 0 ? version : newest),
      undefined,
    );
}
