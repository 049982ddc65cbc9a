/** Schemes that a browser runs, reads or sends by itself. Applications have one of their own. */
const refusedSchemes = new Set(
  ["javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "ftp", "ws", "wss"].concat([
    "mailto",
    "tel",
    "sms",
    "view-source",
    "chrome",
    "resource",
    "intent",
    "http",
    "https",
  ]),
);
const loopbackAddresses = ["127.0.0.1", "[::1]"];

/**
 * Returns whether a program may be answered at an address: https anywhere, http on the person's own device, or the scheme
 * of an application (RFC 8252). No fragment and no name or password.
 */
export function isRedirectAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes("#") || /[\s\\]/.test(text) || url.username || url.password) return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isLoopback(url) || url.hostname === "localhost";
  const scheme = url.protocol.slice(0, -1);
  return /^[a-z][a-z0-9+.-]*$/.test(scheme) && !refusedSchemes.has(scheme);
}

/**
 * Returns whether a program registered an address. The port of a loopback address is chosen by its device, so any is the
 * same (RFC 8252, section 7.3); everything else is compared character by character.
 */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  const url = URL.parse(asked);
  if (!url || !isLoopback(url)) return false;
  return registered.some((one) => {
    const known = URL.parse(one);
    return known && isLoopback(known) && withoutPort(known) === withoutPort(url);
  });
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && loopbackAddresses.includes(hostname);
}

function withoutPort(url: URL): string {
  const copy = new URL(url);
  copy.port = "";
  return copy.href;
}

/** Returns where an address leads, for the person who decides: its host, or the scheme of an application. */
export function describeRedirect(address: string): { redirectTo: string; isLocal: boolean } {
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return {
    redirectTo: isWeb ? url.host : url.protocol,
    isLocal: isLoopback(url) || url.hostname === "localhost",
  };
}
