import { BlockList, isIP } from "node:net";

/** The named networks that a list may contain in addition to addresses, as Fastify defines them for trusted proxies. */
const named: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * Returns a function that checks whether an address is in a list parsed by `proxiesOf`. Anything that is not an address
 * is in none.
 */
export function networkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((entry) => named[entry] ?? [entry])) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
  };
}

/** Parses a comma-separated list of hosts. */
export function hostsOf(text: string): string[] {
  return text
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== "");
}
