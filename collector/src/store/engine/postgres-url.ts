/** The URLs of a database's hosts, from one that may name several, which no library reads: `postgres://user@host1:5432,host2/name`. */
export function hostUrls(url: string): string[] | undefined {
  const parts = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]+)(\/[^/?#]+.*)$/.exec(url);
  if (parts === null) return undefined;
  const [, scheme = "", user, hosts = "", rest = ""] = parts;
  const all = hosts.split(",");
  if (all.some((host) => host === "")) return undefined;
  return all.map((host) => `${scheme}${user === undefined ? "" : `${user}@`}${host}${rest}`);
}

/** A URL without what is secret, for messages and logs. */
export function withoutPassword(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/)(?:([^/?#:@]*)(?::[^/?#]*)?@)?/i, (_, scheme: string, user?: string) =>
      user === undefined ? scheme : `${scheme}${user}@`,
    )
    .replace(/[?#].*$/, "");
}
