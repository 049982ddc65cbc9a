import { isIP } from "node:net";

/** Parses a comma-separated list of proxies. Undefined if it is invalid. */
export function proxiesOf(text: string): string[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(isNetwork) ? parts : undefined;
}

/** Returns whether it is an address, a network such as 10.0.0.0/8, or the name of a private one. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  // Not 0 bits, which would trust every address.
  const hasBits = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
  return version !== 0 && rest.length === 0 && hasBits;
}
