import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorCode, errors } from "@atoll/contract/errors/errors";
import type { Route, RouteCall, RouteOutput } from "@atoll/contract/route";
import type { FastifyInstance } from "fastify";
import type { FieldError } from "../app-error.ts";

/** The person and session of a call. */
interface Caller {
  id: string;
  sessionId: string;
}

/** The caller of the call that this code runs in. Only this module sets it, so no request from outside can. */
const callers = new AsyncLocalStorage<Caller>();

/** A call that the route refused, with the text that a browser would show. */
export class RefusedCall extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldError[];

  constructor(code: ErrorCode, message: string, fields: readonly FieldError[]) {
    super(message);
    this.name = "RefusedCall";
    this.code = code;
    this.status = errors[code].status;
    this.fields = fields;
  }
}

interface CallOptions {
  caller: Caller;
  /** The network address of the request that leads to the call. */
  address: string;
  signal: AbortSignal;
}

/**
 * Calls a route of the contract in the name of a signed-in caller: with their session's scopes, the route's limits,
 * validation and policies, exactly as if they had sent the request.
 * @throws {RefusedCall} if the route refuses.
 */
export type CallRoute = <R extends Route>(
  route: R,
  call: RouteCall<R>,
  options: CallOptions,
) => Promise<CallOutput<R>>;

/** The output of a route. A stream is returned whole, as text. */
export type CallOutput<R extends Route> = R["responseKind"] extends "stream" ? string : RouteOutput<R>;

/** Returns the caller of the inner call that this code runs in. Undefined in a request from outside. */
export function innerCaller(): Caller | undefined {
  return callers.getStore();
}

/** Returns the function that calls routes of this server from inside. */
export function createInnerCalls(app: FastifyInstance): CallRoute {
  return async <R extends Route>(route: R, call: RouteCall<R>, { caller, address, signal }: CallOptions) => {
    const { params, query, body } = call as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const request = {
      method: route.method,
      url: addressOf(route, params ?? {}, query ?? {}),
      remoteAddress: address,
      signal,
      ...(body === undefined
        ? {}
        : { payload: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    };
    // The request begins when it is awaited, which has to happen inside.
    const answer = await callers.run(caller, async () => await app.inject(request));
    if (answer.statusCode >= 400) throw refusalOf(answer.body);
    const isJson = route.responseKind !== "stream" && answer.body !== "";
    // The route's own schema has serialised it.
    return (isJson ? answer.json() : answer.body) as CallOutput<R>;
  };
}

function addressOf(route: Route, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

function refusalOf(body: string): RefusedCall {
  const { error } = JSON.parse(body) as {
    error: { code: ErrorCode; message: string; fields?: FieldError[] };
  };
  return new RefusedCall(error.code, error.message, error.fields ?? []);
}
