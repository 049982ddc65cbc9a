import { Agent, request } from "node:https";
import { assertAllowedUrl, guardedLookup, RefusedAddress } from "./guard-address.ts";

/** The private hosts this server may send to, and the certificates it trusts there. */
export interface OutboundRules {
  /** Names or addresses of servers in the company's own network. */
  privateHosts: readonly string[];
  /** An additional trusted certificate, for tests. */
  ca?: string | undefined;
}

export interface OutboundAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface GuardedPost {
  /**
   * Sends a body to an address that somebody else chose, and answers what came back without its body.
   * @throws {RefusedAddress} not https, or a host that has (also) an address that is not public.
   * @throws {Error} of the network, or of time.
   */
  (
    url: URL,
    options: { headers: Record<string, string | number>; body: Buffer; signal: AbortSignal },
  ): Promise<OutboundAnswer>;
  /** Ends the connections that are kept. */
  close(): void;
}

/** The limit for one host. */
const maxConnectionsPerHost = 24;

/**
 * Posts to public addresses over https, and nowhere else: the address is looked at where the connection is made, so that
 * no name can stand for one thing when it is judged and for another when it is used. Redirects are not followed.
 */
export function createGuardedPost({ privateHosts, ca }: OutboundRules): GuardedPost {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnectionsPerHost, timeout: 60_000, ca });
  const hosts = {
    byOperator: new Set(privateHosts.map((host) => host.toLowerCase())),
    byAdministrator: new Set<string>(),
  };
  const lookup = guardedLookup(hosts);

  const post = (url: URL, { headers, body, signal }: Parameters<GuardedPost>[1]) =>
    new Promise<OutboundAnswer>((resolve, reject) => {
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
          // Nothing in it is needed, and it must not be waited for without an end: the connection goes instead.
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
