import { isIP } from "node:net";

/** Reads a list of proxies, separated by commas. Undefined: it is no such list. */
export function proxiesOf(text: string): string[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(isNetwork) ? parts : undefined;
}

/** An address, a network such as 10.0.0.0/8, or one of the names for the usual private ones. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  // Not 0 bits: to believe every address is to believe whatever a browser says.
  const hasBits = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
  return version !== 0 && rest.length === 0 && hasBits;
}
