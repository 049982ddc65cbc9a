import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { AppError } from "../app-error.ts";
import { isNetworkAddress, isPublicAddress } from "./public-addresses.ts";

/** An address that this server must not send to: another protocol, or a host outside the public internet. */
export class RefusedAddress extends Error {
  override name = "RefusedAddress";
}

/** Hosts outside the public internet that may be sent to, as in the address: lower case, IPv6 without brackets. */
export interface PrivateHosts {
  /** Allowed by the operator in the server's configuration: at any address. */
  byOperator: ReadonlySet<string>;
  /** Allowed by an administrator in the app: in the company's own network, but never where clouds keep credentials. */
  byAdministrator: ReadonlySet<string>;
}

/** The hosts that the operator allows, as `PrivateHosts` names them. */
export function hostsOfOperator(privateHosts: readonly string[]): ReadonlySet<string> {
  return new Set(privateHosts.map((host) => host.toLowerCase()));
}

/** The host of an address as `PrivateHosts` names it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
}

/** Asks for all addresses of a name. */
export type Resolve = (
  hostname: string,
  options: { all: true; family: 0 | 4 | 6 },
) => Promise<LookupAddress[]>;

/**
 * Resolves a host for a connection and checks it there, so that the checked address is the one that is used, even if
 * the name resolves to another one later.
 */
export function guardedLookup(hosts: PrivateHosts, resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, {
      all: true,
      family: options.family === 4 || options.family === 6 ? options.family : 0,
    })
      .then((found) => {
        for (const { address } of found) assertAllowed(hosts, hostname.toLowerCase(), address);
        const [first] = found;
        if (!first) throw new Error(`${hostname} has no address`);
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      })
      .catch((error: Error) => callback(error, "", 4));
  };
}

/**
 * Checks what no lookup checks: credentials in the address, the protocol, and a host that is an IP address already.
 * Plain HTTP is for hosts in the company's network only.
 * @throws {RefusedAddress}
 */
export function assertAllowedUrl(hosts: PrivateHosts, url: URL): void {
  const host = hostOf(url);
  const isListed = hosts.byOperator.has(host) || hosts.byAdministrator.has(host);
  if (url.username || url.password) throw new RefusedAddress("the address carries credentials");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isListed))
    throw new RefusedAddress(`${url.protocol} is no way to send`);
  assertAllowedHost(hosts, host);
}

/**
 * Refuses an address that is never sent to, before it is stored. Where a name leads is judged with each request.
 * @throws {AppError} `webhook_address_refused`, also for a text that is no address.
 */
export function assertSendable(privateHosts: readonly string[], address: string): void {
  try {
    if (!URL.canParse(address)) throw new RefusedAddress("no address");
    assertAllowedUrl(
      { byOperator: hostsOfOperator(privateHosts), byAdministrator: new Set() },
      new URL(address),
    );
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    throw new AppError("webhook_address_refused", { detail: error.message });
  }
}

/**
 * Checks a host that is an IP address already, which no lookup sees.
 * @throws {RefusedAddress}
 */
export function assertAllowedHost(hosts: PrivateHosts, host: string): void {
  if (isIP(host)) assertAllowed(hosts, host, host);
}

function assertAllowed(hosts: PrivateHosts, host: string, address: string): void {
  if (isPublicAddress(address) || hosts.byOperator.has(host)) return;
  if (hosts.byAdministrator.has(host) && isNetworkAddress(address)) return;
  throw new RefusedAddress(`${host} is not a public address`);
}
