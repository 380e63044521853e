import { BlockList, isIP } from "node:net";

/** The networks of a list of addresses and CIDRs, such as `10.0.0.0/8`; `undefined` if one of them is wrong. */
export function parseNetworks(list: readonly string[]): BlockList | undefined {
  const networks = new BlockList();
  for (const text of list) {
    const [, address = "", digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const prefix = digits === undefined ? longest : Number(digits);
    if (version === 0 || prefix > longest) return undefined;
    networks.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
  }
  return networks;
}

/** Whether an address of a connection is in one of the networks. IPv4 in IPv6 counts as IPv4. */
export function isIn(networks: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && networks.check(plain, version === 6 ? "ipv6" : "ipv4");
}
