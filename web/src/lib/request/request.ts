import type { Route, RouteCall, RouteOutput } from "@atoll/contract/route";
import { ApiError } from "./api-error.ts";
import { takeEarlyAnswer } from "./early-answers.ts";
import { readErrorBody } from "./error-body.ts";

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  accessToken?: string | null | undefined;
  timeoutMs?: number | undefined;
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

const defaultTimeoutMs = 30_000;

/**
 * Sends one request of the contract, with no knowledge of sessions. Throws `ApiError`, or the signal's own
 * reason when the caller gave up. Answers are not parsed again: they come from the server that was built
 * with this same contract, and parsing a page of messages twice costs the person time.
 */
export function request<R extends Route>(
  route: R,
  input: RouteCall<R>,
  options?: RequestOptions,
): Promise<RouteOutput<R>>;
export async function request(route: Route, input: Parts, options: RequestOptions = {}): Promise<unknown> {
  const response = await send(route, input, options);
  if (!response.ok) throw await readError(response);
  if (response.status === 204) return undefined;
  return response.json().catch(() => {
    options.signal?.throwIfAborted();
    throw unreachable(response.status);
  });
}

async function send(route: Route, input: Parts, options: RequestOptions): Promise<Response> {
  const headers = new Headers({ accept: "application/json" });
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (options.accessToken) headers.set("authorization", `Bearer ${options.accessToken}`);
  const deadline = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const url = buildUrl(route, input);
  try {
    const early = route.method === "GET" ? takeEarlyAnswer(url, options.accessToken, signal) : undefined;
    const answer = early && (await early);
    if (answer) return answer;
    return await fetch(url, {
      method: route.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal,
    });
  } catch {
    options.signal?.throwIfAborted();
    throw unreachable(0);
  }
}

/** Fills `:name` from the parameters and appends the query, leaving out what is undefined or null. */
export function buildUrl(route: Route, input: Parts): URL {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Parses the error of a failed request. */
export async function readError(response: Response): Promise<ApiError> {
  const error = readErrorBody(await response.json().catch(() => null));
  // A gateway's own error page: the server itself was not reached.
  return error ? new ApiError({ ...error, status: response.status }) : unreachable(response.status);
}

/** The statuses with which a gateway says that it does not reach the server. */
const fromGateways = [502, 503, 504];

/** No answer came, or one that is not Atoll's. */
export function unreachable(status: number): ApiError {
  const isServers = status >= 500 && !fromGateways.includes(status);
  return new ApiError({
    code: "network_error",
    message: isServers
      ? "Something went wrong on the server. Please try again."
      : "The server cannot be reached. Check your connection and try again.",
    status,
  });
}
