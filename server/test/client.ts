import type { ErrorBody } from "@atoll/contract/errors/error-body";
import type { Route, RouteCall, RouteOutput } from "@atoll/contract/route";

export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface Client {
  /** Calls a route of the contract and expects success; anything else fails the test with what came back. */
  call<R extends Route>(route: R, input: RouteCall<R>): Promise<RouteOutput<R>>;
  /** Calls a route of the contract and expects a refusal. */
  refused<R extends Route>(route: R, input: RouteCall<R>): Promise<Answer<ErrorBody>>;
  /** Sends anything, also what the contract forbids. */
  send(
    method: string,
    path: string,
    options?: { body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<Answer<unknown>>;
}

/** An HTTP client as a browser is one, for the person whose token it carries. */
export function createClient(baseUrl: string, token?: string): Client {
  async function send(
    method: string,
    path: string,
    options: Parameters<Client["send"]>[2] = {},
  ): Promise<Answer<unknown>> {
    const headers: Record<string, string> = { ...options.headers };
    if (token) headers.authorization ??= `Bearer ${token}`;
    if (options.body !== undefined || options.raw !== undefined)
      headers["content-type"] ??= "application/json";
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers,
      body: options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  function sendRoute<R extends Route>(route: R, input: RouteCall<R>): Promise<Answer<unknown>> {
    return send(route.method, addressOf(route, input), { body: input.body });
  }

  return {
    send,
    async call(route, input) {
      const answer = await sendRoute(route, input);
      if (answer.status !== route.status) {
        throw new Error(
          `${route.method} ${route.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        );
      }
      const output = route.status === 302 ? { location: answer.headers.get("location") } : answer.body;
      return output as RouteOutput<typeof route>;
    },
    async refused(route, input) {
      const answer = await sendRoute(route, input);
      if (answer.status < 400)
        throw new Error(`${route.method} ${route.path} was not refused: ${answer.status}`);
      return answer as Answer<ErrorBody>;
    },
  };
}

/** The path and query of a call. */
export function addressOf<R extends Route>(route: R, input: RouteCall<R>): string {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Returns the code that a call is refused with; "ok" for one that is not. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
  );
}
