import { RefusedAddress } from "../outbound/guard-address.ts";
import { BrokenAnswer, type GuardedAnswer, type GuardedRequest } from "../outbound/guarded-request.ts";
import { failureOfStatus, ModelFailure } from "./model-failure.ts";

/** A server that speaks the OpenAI protocol, as it was set up. */
export interface ModelServer {
  /** Up to and without `/chat/completions`. */
  address: string;
  /** An administrator has allowed its host, although it is in the company's own network. */
  isHostAllowed: boolean;
  key: string | undefined;
}

export interface Waiting {
  signal: AbortSignal;
  /** For the next byte. */
  idleMs: number;
}

/**
 * Posts JSON to a model's server. The answer is a success; its body is yet to be read.
 * @throws {ModelFailure}, or the signal's reason.
 */
export async function postToModel(
  request: GuardedRequest,
  { address, isHostAllowed, key }: ModelServer,
  path: "chat/completions" | "embeddings",
  body: unknown,
  { signal, idleMs, maxBytes }: Waiting & { maxBytes: number },
): Promise<GuardedAnswer> {
  const url = new URL(`${address.replace(/\/+$/, "")}/${path}`);
  const headers = {
    "content-type": "application/json",
    accept: "text/event-stream, application/json",
    ...(key ? { authorization: `Bearer ${key}` } : {}),
  };
  try {
    const options = {
      method: "POST" as const,
      headers,
      signal,
      idleMs,
      maxBytes,
      isHostAllowed,
      mayRepeat: true,
    };
    const answer = await request(url, { ...options, body: JSON.stringify(body) });
    if (answer.status >= 200 && answer.status < 300) return answer;
    // The error body is not read: it may repeat the question, which must not be on a screen or in the log.
    await answer.content[Symbol.asyncIterator]().return?.();
    throw failureOfStatus(answer.status);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  }
}

/** Returns the failure for an error of the connection. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const detail = error instanceof Error ? error.message : "no answer";
  if (error instanceof RefusedAddress) return new ModelFailure("address_refused", detail, { cause: error });
  if (error instanceof BrokenAnswer)
    return new ModelFailure(error.reason === "stalled" ? "stalled" : "broken", detail, { cause: error });
  return new ModelFailure("unreachable", detail, { cause: error });
}
