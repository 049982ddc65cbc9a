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
/** Programs of the operating system, which do something by themselves with what an address says. */
const systemScheme =
  /^(ms-.*|search(-ms)?|shell|ssh|sftp|scp|telnet|rlogin|tn3270|ldaps?|smb|nfs|afp|cifs|dav|rdp|vnc|irc|magnet|steam|itms.*|market|facetime.*|sip|callto|res|jar|help|hcp|mk|moz-.*|chrome-.*|edge)$/;
const loopbackHosts = ["127.0.0.1", "[::1]", "localhost"];

/**
 * Returns whether a program may be answered at an address: https anywhere, http on the person's own device, or the scheme
 * of an application (RFC 8252). No fragment and no name or password.
 */
export function isRedirectAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes("#") || /[\s\\]/.test(text) || url.username || url.password) return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isOnDevice(url);
  const scheme = url.protocol.slice(0, -1);
  return /^[a-z][a-z0-9+.-]*$/.test(scheme) && !refusedSchemes.has(scheme) && !systemScheme.test(scheme);
}

/**
 * Returns whether a program registered an address. The port of a loopback address is chosen by its device, so any is the
 * same (RFC 8252, section 7.3); everything else is compared character by character.
 */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  const url = URL.parse(asked);
  if (!url || !isOnDevice(url)) return false;
  return registered.some((one) => {
    const known = URL.parse(one);
    return known && isOnDevice(known) && withoutPort(known) === withoutPort(url);
  });
}

function isOnDevice({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && loopbackHosts.includes(hostname);
}

function withoutPort(url: URL): string {
  const copy = new URL(url);
  copy.port = "";
  return copy.href;
}

/** Returns where an address leads, for the person who decides: its host, or the scheme of an application. */
export function describeRedirect(address: string) {
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return {
    redirectTo: isWeb ? url.host : url.protocol,
    isLocal: isOnDevice(url),
    opensApplication: !isWeb,
  };
}
