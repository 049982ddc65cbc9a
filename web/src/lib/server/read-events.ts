import type { Route, RouteCall } from "@atoll/contract/route";
import { createEventReader } from "@atoll/contract/server-events";
import { buildUrl, readError, unreachable } from "../request/request.ts";
import { sendSignedIn } from "../session/session.ts";

/**
 * The data of the server-sent events that a route answers with, as they come. Leaving it early, or the signal, closes the
 * connection, and the server stops. Throws `ApiError`, or the signal's reason.
 */
export async function* readEvents<R extends Route>(
  route: R,
  input: RouteCall<R>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const closing = new AbortController();
  const both = AbortSignal.any([signal, closing.signal]);
  try {
    const answer = await sendSignedIn((accessToken) => open(route, input, accessToken, both));
    const events = createEventReader();
    const decoder = new TextDecoder();
    const reader = answer.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* events.add(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof TypeError ? unreachable(0) : error;
  } finally {
    closing.abort();
  }
}

async function open<R extends Route>(
  route: R,
  input: RouteCall<R>,
  accessToken: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = new Headers({ accept: "text/event-stream" });
  if (accessToken) headers.set("authorization", `Bearer ${accessToken}`);
  const response = await fetch(buildUrl(route, input), { method: route.method, headers, signal });
  if (!response.ok) throw await readError(response);
  if (!response.body) throw unreachable(response.status);
  return response.body;
}
