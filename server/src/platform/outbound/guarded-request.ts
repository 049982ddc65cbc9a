import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { assertOutsideTransaction } from "../database/transact.ts";
import {
  assertAllowedUrl,
  guardedLookup,
  hostOf,
  hostsOfOperator,
  type PrivateHosts,
  RefusedAddress,
} from "./guard-address.ts";
import type { OutboundAnswer, OutboundRules } from "./guarded-post.ts";

/** The other server sent nothing for too long, or more than was asked for. */
export class BrokenAnswer extends Error {
  override name = "BrokenAnswer";
  readonly reason: "stalled" | "too_large" | "ended_early";
  constructor(reason: BrokenAnswer["reason"]) {
    super(`the answer is broken: ${reason}`);
    this.reason = reason;
  }
}

export interface GuardedOptions {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
  /** Ends the request and its connection. */
  signal: AbortSignal;
  /** Time limit for the next byte, including the first. */
  idleMs: number;
  /** The limit for the response body. */
  maxBytes: number;
  /** An administrator has allowed this very host, although it is in the company's own network. */
  isHostAllowed: boolean;
  /** Retries if the server closed an idle connection at that moment. The request may then arrive twice. */
  mayRepeat?: boolean;
}

export interface GuardedAnswer extends OutboundAnswer {
  /** Ends the connection when it is left early. Throws `BrokenAnswer`, or the signal's reason. */
  content: AsyncIterable<Buffer>;
}

export interface GuardedRequest {
  /**
   * Sends a request to an address that a person chose, and hands out the body of the answer as it arrives. The address
   * is judged where the connection is made; redirects are refused.
   * @throws {RefusedAddress} an address that must not be sent to, or one that redirects.
   * @throws {BrokenAnswer} no answer in time.
   * @throws {Error} of the network.
   */
  (url: URL, options: GuardedOptions): Promise<GuardedAnswer>;
  /** Closes idle connections. */
  close(): void;
}

/** The limit for one host. */
const maxConnectionsPerHost = 64;

/** Makes the one way by which features send requests to addresses that people have chosen. */
export function createGuardedRequest({ privateHosts, ca, resolve }: OutboundRules): GuardedRequest {
  const byOperator = hostsOfOperator(privateHosts);
  // Separate pools, so that a host that is no longer allowed cannot be reached by an idle connection.
  const pools = { public: createPool(ca), allowed: createPool(ca) };

  const send = async (url: URL, options: GuardedOptions): Promise<GuardedAnswer> => {
    const hosts: PrivateHosts = {
      byOperator,
      byAdministrator: new Set(options.isHostAllowed ? [hostOf(url)] : []),
    };
    assertOutsideTransaction("another server");
    assertAllowedUrl(hosts, url);
    options.signal.throwIfAborted();
    const pool = options.isHostAllowed ? pools.allowed : pools.public;
    const answer = await begin(url, guardedLookup(hosts, resolve), pool, options);
    const status = answer.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      answer.destroy();
      throw new RefusedAddress(`${url.host} redirects to another address`);
    }
    return { status, headers: answer.headers, content: readContent(answer, options) };
  };
  return Object.assign(send, {
    close() {
      for (const { http, https } of Object.values(pools)) {
        http.destroy();
        https.destroy();
      }
    },
  });
}

function createPool(ca: string | undefined) {
  const options = { keepAlive: true, maxSockets: maxConnectionsPerHost };
  return { http: new HttpAgent(options), https: new HttpsAgent({ ...options, ca }) };
}

function begin(
  url: URL,
  lookup: LookupFunction,
  pool: ReturnType<typeof createPool>,
  guarded: GuardedOptions,
): Promise<IncomingMessage> {
  const { method, headers, body = "", signal, idleMs, mayRepeat = false } = guarded;
  return new Promise((resolve, reject) => {
    const options = {
      method,
      lookup,
      signal,
      headers: { ...headers, "accept-encoding": "identity", "content-length": Buffer.byteLength(body) },
    };
    const sent =
      url.protocol === "https:"
        ? httpsRequest(url, { ...options, agent: pool.https })
        : httpRequest(url, { ...options, agent: pool.http });
    const timer = setTimeout(() => sent.destroy(new BrokenAnswer("stalled")), idleMs);
    sent.on("response", (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    sent.on("error", (error) => {
      clearTimeout(timer);
      const isClosedByChance =
        sent.reusedSocket && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (mayRepeat && isClosedByChance && !signal.aborted)
        resolve(begin(url, lookup, pool, { ...guarded, mayRepeat: false }));
      else reject(signal.aborted ? signal.reason : error);
    });
    sent.end(body);
  });
}

async function* readContent(
  answer: IncomingMessage,
  { idleMs, maxBytes, signal }: GuardedOptions,
): AsyncGenerator<Buffer> {
  let size = 0;
  const stall = () => answer.destroy(new BrokenAnswer("stalled"));
  let timer = setTimeout(stall, idleMs);
  try {
    for await (const part of answer) {
      clearTimeout(timer);
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > maxBytes) throw new BrokenAnswer("too_large");
      yield bytes;
      timer = setTimeout(stall, idleMs);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BrokenAnswer) throw error;
    throw new BrokenAnswer("ended_early");
  } finally {
    clearTimeout(timer);
    // Does nothing after the complete response, whose connection is reused.
    if (!answer.complete) answer.destroy();
  }
}
