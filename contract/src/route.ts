import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export interface RateLimit {
  /** Requests allowed in one window. */
  max: number;
  windowSeconds: number;
  /** Counted per signed-in person, or per network address: then for a hundred people who share it. */
  by: "address" | "viewer";
  /**
   * With `address`: the limit for a caller that the request has identified, such as a session by its token. The request
   * then counts for the caller and not for the address.
   */
  perCaller?: number;
}

/**
 * One HTTP route, declared once. The server registers and validates from it, the browser's client is
 * typed by it and the OpenAPI document is generated from it.
 */
export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Fastify style: parameters as `:name`. */
  path: `/api/${string}`;
  /** One line for the reference. */
  summary: string;
  /** `signed-in` answers 401 without a valid session; anything finer is the slice's policy. */
  access: "public" | "signed-in";
  /**
   * Changes accounts, roles, departments, memberships or sessions. The response waits until this node has processed the
   * change, so that any later request, even at the same moment, is checked against it.
   */
  changesRights?: true;
  /** Also for a person whose role asks for a second factor that is not set up yet. */
  isOpenDuringSetup?: true;
  /** Also for a person who has to choose a new password first, since an administrator has changed how they sign in. */
  isOpenBeforeNewPassword?: true;
  rateLimit: RateLimit;
  /**
   * Work that costs the server much: it runs one piece at a time for each person, in turns with others. `bulk` is for
   * files and reports that may take seconds, so that a person's pages never wait for them.
   */
  heavy?: "pages" | "bulk";
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * `file`: multipart form data with one file, read as a stream by the slice. `raw`: bytes of any type, as they were
   * sent, up to `bodyLimitBytes`; `rawBodyOf` reads them. Absent: JSON.
   */
  bodyKind?: "file" | "raw";
  /** The largest body that is read, where `bodyLimits` does not fit. */
  bodyLimitBytes?: number;
  /** 302 sends the browser elsewhere: the handler answers the address. 202: the work is done later. */
  status: 200 | 201 | 202 | 204 | 302;
  /** Absent for 204 and 302. */
  response?: z.ZodType;
  /** `stream`: bytes that the slice sends itself. Absent: JSON. */
  responseKind?: "stream";
  /** The error codes of this route, in addition to those that every route shares. */
  errors: readonly ErrorCode[];
}

/** Keeps the literal types of a route, so that the server's handler and the browser's call are typed by it. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** Everyday limits; a route with a cost or a risk of its own states its own. */
export const rateLimits = {
  read: { max: 600, windowSeconds: 60, by: "viewer" },
  write: { max: 240, windowSeconds: 60, by: "viewer" },
  publicRead: { max: 600, windowSeconds: 60, by: "address" },
} as const satisfies Record<string, RateLimit>;

/** The largest body in bytes, by who may send it; more is answered `body_too_large` before it is read. */
export const bodyLimits = {
  /** For a route that declares no body. */
  none: 1024,
  public: 16 * 1024,
  "signed-in": 64 * 1024,
} as const;

/** The error codes every route may respond with. */
export const sharedErrors = [
  "invalid_request",
  "rate_limited",
  "internal_error",
  "database_unavailable",
  "database_full",
  "database_read_only",
  "database_busy",
  "shutting_down",
] as const satisfies readonly ErrorCode[];

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The validated input of a handler. */
export interface RouteInput<R extends Route> {
  params: Parsed<R["params"]>;
  query: Parsed<R["query"]>;
  body: Parsed<R["body"]>;
}

/** The result of a handler, and of a call. */
export type RouteOutput<R extends Route> = R["response"] extends z.ZodType
  ? z.output<R["response"]>
  : R["status"] extends 302
    ? { location: string }
    : undefined;

type Part<Key extends string, S> = S extends z.ZodType ? { [K in Key]: Sent<S> } : { [K in Key]?: undefined };

/** The arguments of a call: exactly the parts the route declares. */
export type RouteCall<R extends Route> = Part<"params", R["params"]> &
  Part<"query", R["query"]> &
  Part<"body", R["body"]>;
