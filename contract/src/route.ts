import type { z } from "zod";
import type { ErrorCode } from "./errors/errors.ts";

export interface RateLimit {
  /** The number of requests allowed in one window. */
  max: number;
  windowSeconds: number;
  /** Counted per signed-in person, or per network address, with a limit for a hundred people who share it. */
  by: "address" | "viewer";
  /**
   * With `address`: the limit for a caller that the request has identified, such as a session by its token. The request
   * then counts for the caller and not for the address.
   */
  perCaller?: number;
}

/**
 * An HTTP route, declared once. The server registers and validates it, the browser's client is typed by it, and the
 * OpenAPI document is generated from it.
 */
export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** In Fastify's style, with parameters as `:name`. */
  path: `/api/${string}` | `/.well-known/${string}`;
  /** One line for the reference. */
  summary: string;
  /** `signed-in` returns 401 without a valid session. The slice's policies decide everything else. */
  access: "public" | "signed-in";
  /**
   * Guests may use it as well. To them, every other route that needs a sign-in looks like an address that does not exist.
   * Only for what belongs to the guest, and for what is read by their memberships in channels.
   */
  forGuests?: true;
  /**
   * Changes accounts, roles, departments, memberships or sessions. The response waits until this node has processed the
   * change, so that any later request, even at the same moment, is checked against it.
   */
  changesRights?: true;
  /** Also open to people who still have to set up a second factor that their role requires. */
  isOpenDuringSetup?: true;
  /** Also open to people who have to choose a new password because an administrator changed how they sign in. */
  isOpenBeforeNewPassword?: true;
  /** A POST that only reads: it stays open during read-only maintenance, and tokens need the scope for reading. */
  reads?: true;
  /**
   * `open`: everyone can use it during read-only maintenance, although it writes. For signing in and out; for what takes access
   * away or ends something that goes on answering, because a leaked secret cannot wait; for what people must always be able to
   * stop; and for what browsers do by themselves, and would repeat while it is refused. `exceptFields`: open for requests
   * without these fields of the body.
   */
  inMaintenance?: "open" | { exceptFields: readonly string[] };
  rateLimit: RateLimit;
  /**
   * Expensive work: it runs one request at a time per person, alternating between people. `bulk` is for files and
   * reports that may take seconds, so that a person's pages never wait for them.
   */
  heavy?: "pages" | "bulk";
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * `file`: multipart form data with one file, which the slice reads as a stream. `raw`: bytes of any type, as sent, up
   * to `bodyLimitBytes`, read with `rawBodyOf`. JSON if absent.
   */
  bodyKind?: "file" | "raw";
  /** The maximum body size, if `bodyLimits` does not fit. */
  bodyLimitBytes?: number;
  /** 302 redirects the browser to the address that the handler returns. 202 accepts work that is done later. */
  status: 200 | 201 | 202 | 204 | 302;
  /** Absent for 204 and 302. */
  response?: z.ZodType;
  /** `stream`: bytes that the slice sends itself. JSON if absent. */
  responseKind?: "stream";
  /**
   * `word`: errors are answered as their code alone, in plain text, as programs that were written for another product
   * read them. `scim`: as RFC 7644 has them. `bearer`: the usual body, with a header that says where programs get a token
   * (RFC 9728). `oauth`: as RFC 6749 has them. `page`: for a browser, by a redirect to the sign-in page, which says what
   * is wrong. The usual JSON body if absent.
   */
  errorKind?: "word" | "scim" | "bearer" | "oauth" | "page";
  /** The error codes of this route, in addition to those that every route shares. */
  errors: readonly ErrorCode[];
}

/** Keeps the literal types of a route, which type the server's handler and the browser's call. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** The usual rate limits. A route with particular costs or risks has its own. */
export const rateLimits = {
  read: { max: 600, windowSeconds: 60, by: "viewer" },
  write: { max: 240, windowSeconds: 60, by: "viewer" },
  publicRead: { max: 600, windowSeconds: 60, by: "address" },
} as const satisfies Record<string, RateLimit>;

/** The maximum body size in bytes, by access. A larger body is refused with `body_too_large` before it is read. */
export const bodyLimits = {
  /** For routes without a body. */
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
  "files_unavailable",
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

type Part<Key extends string, S> = S extends z.ZodType
  ? undefined extends Sent<S>
    ? { [K in Key]?: Sent<S> }
    : { [K in Key]: Sent<S> }
  : { [K in Key]?: undefined };

/** The arguments of a call: exactly the parts the route declares. */
export type RouteCall<R extends Route> = Part<"params", R["params"]> &
  Part<"query", R["query"]> &
  Part<"body", R["body"]>;
