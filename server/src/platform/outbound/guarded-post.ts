import { Agent, request } from "node:https";
import { assertOutsideTransaction } from "../database/transact.ts";
import {
  assertAllowedUrl,
  guardedLookup,
  hostsOfOperator,
  RefusedAddress,
  type Resolve,
} from "./guard-address.ts";

/** The private hosts this server may send to, and the certificates it trusts there. */
export interface OutboundRules {
  /** Names or addresses of servers in the company's own network. */
  privateHosts: readonly string[];
  /** An additional trusted certificate, for tests. */
  ca?: string | undefined;
  /** Another name server, for tests. */
  resolve?: Resolve | undefined;
}

export interface OutboundAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface GuardedPost {
  /**
   * Posts a body to an address that somebody else chose, and returns the response without its body.
   * @throws {RefusedAddress} if it is not https, or the host also has an address that is not public.
   * @throws {Error} for a network error or a timeout.
   */
  (
    url: URL,
    options: { headers: Record<string, string | number>; body: Buffer; signal: AbortSignal },
  ): Promise<OutboundAnswer>;
  /** Closes idle connections. */
  close(): void;
}

/** The limit for one host. */
const maxConnectionsPerHost = 24;

/**
 * Returns a client that only posts to public addresses over https. The address is checked at the connection, so that a
 * name cannot resolve to another one in between. Redirects are not followed.
 */
export function createGuardedPost({ privateHosts, ca }: OutboundRules): GuardedPost {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnectionsPerHost, timeout: 60_000, ca });
  const hosts = {
    byOperator: hostsOfOperator(privateHosts),
    byAdministrator: new Set<string>(),
  };
  const lookup = guardedLookup(hosts);

  const post = (url: URL, { headers, body, signal }: Parameters<GuardedPost>[1]) =>
    new Promise<OutboundAnswer>((resolve, reject) => {
      assertOutsideTransaction("another server");
      if (url.protocol !== "https:") throw new RefusedAddress(`${url.protocol} is no way to send`);
      assertAllowedUrl(hosts, url);
      const sent = request(
        url,
        {
          method: "POST",
          agent,
          lookup,
          signal,
          headers: { ...headers, "content-length": body.length },
        },
        (answer) => {
          answer.on("error", reject);
          // The body is not needed, and may be endless: close the connection instead.
          if (Number(answer.headers["content-length"] ?? 0) > 65_536) answer.destroy();
          else answer.resume();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });

  return Object.assign(post, { close: () => agent.destroy() });
}
