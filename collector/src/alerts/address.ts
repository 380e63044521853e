import ipaddr from "ipaddr.js";

/** The one block of IPv6 that is given out: the others hold addresses of IPv4, tunnels and private networks. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address is one of the public internet. IPv4 in IPv6 counts as what it is in IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GIVEN_OUT);
}
