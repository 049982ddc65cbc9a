import type { IncomingMessage } from "node:http";

/**
 * Tells whether a request of the socket comes from a page of this server, or from no page at all. Browsers say where a
 * page is from and let none lie about it; WebSockets are not held back by the rules for other requests, so this is what
 * keeps another page from using one with a token that it got hold of.
 *
 * Without an Origin come browsers' own questions of polling, which say that in Sec-Fetch-Site, and programs: those hold
 * a token or are refused like everybody, and could write any Origin.
 *
 * Our page's host is that of the address it was asked at: Host, what a proxy says it was (no page can send that to
 * another server without being asked first, which is refused), or the configured address of this server. The scheme
 * does not count: TLS ends at a proxy that need not be known here.
 */
export function createOriginCheck(publicUrl: string | undefined): (request: IncomingMessage) => boolean {
  const configured = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.host;
  return ({ headers }) => {
    const { origin, host, "x-forwarded-host": forwarded, "sec-fetch-site": site } = headers;
    if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
    // Right behind a proxy that keeps the address to itself, too.
    if (site === "same-origin") return true;
    const from = URL.parse(origin)?.host.toLowerCase();
    if (!from) return false;
    const own = [host, configured, ...String(forwarded ?? "").split(",")];
    return own.some((name) => name?.trim().toLowerCase() === from);
  };
}
