import { networkList } from "../configuration/network-list.ts";

/** IPv4 networks that are not public: private, loopback, documentation, multicast. */
const notPublic4 = networkList([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);
/** The assigned range of IPv6. Tunnels within it, which may lead to IPv4, are excluded below. */
const public6 = networkList(["2000::/3"]);
const notPublic6 = networkList(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether an address is one of the public internet. One that is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (address.includes(":")) return public6(address) && !notPublic6(address);
  return /^\d+\.\d+\.\d+\.\d+$/.test(address) && !notPublic4(address);
}

/** Networks that companies run their own servers in, and this machine. */
const network4 = networkList([
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
]);
const network6 = networkList(["::1/128", "fc00::/7"]);
/** Where Amazon's cloud answers with the credentials of the machine. */
const credentials6 = networkList(["fd00:ec2::/32"]);

/** Whether an address is this machine's or one of a company's own network. Link-local addresses are neither. */
export function isNetworkAddress(address: string): boolean {
  if (address.includes(":")) return network6(address) && !credentials6(address);
  return /^\d+\.\d+\.\d+\.\d+$/.test(address) && network4(address);
}
