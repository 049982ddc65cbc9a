import type { Readable } from "node:stream";
import { isHeldInMaintenance } from "@atoll/contract/operation/maintenance";
import { bodyLimits, type Route, type RouteInput, type RouteOutput } from "@atoll/contract/route";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "../app-error.ts";
import { assertStorable } from "../storable.ts";
import { workFor } from "../turns/owner-of-work.ts";
import { notePerson } from "./account-requests.ts";
import { createHeavyWork } from "./heavy-work.ts";
import { LongAnswer } from "./long-answer.ts";
import { acceptBytes } from "./raw-body.ts";
import { acceptFiles } from "./receive-file.ts";
import { routeSchema } from "./reference.ts";
import { holdToLimit, type RequestCounts } from "./request-counts.ts";

/** How the application knows its visitors. */
export interface Authenticator<Viewer> {
  /** Identifies the viewer. Returns undefined if the request has no credentials. */
  authenticate(request: FastifyRequest): Promise<Viewer | undefined>;
  /** Returns the same viewer with their current permissions; throws like `authenticate`. */
  readAgain(viewer: Viewer): Promise<Viewer>;
  /** Checks what applies to all routes of the application. Throws if the viewer may not use the route. */
  admit(viewer: Viewer, route: Route): void;
  /** Checks whether a request that writes may do so at the moment. Throws if not. */
  admitWrite(viewer: Viewer | undefined): Promise<void>;
  /** Returns an answer as the viewer may see it. */
  presentTo(viewer: Viewer, answer: unknown): unknown;
  /** Settles when this process has applied all earlier changes of permissions. */
  permissionsApplied(): Promise<void>;
  /** Called with requests that a handler refused, before the response. */
  refused(refusal: Refusal<Viewer>): Promise<void>;
}

export interface HandlerContext<R extends Route, Viewer> {
  /** As they were when the whole body had arrived; a file arrives later. */
  viewer: R["access"] extends "public" ? Viewer | undefined : Viewer;
  /**
   * For slow handlers: the current viewer. Costs no query if nothing about them has
   * changed. Throws when they may not be here any more.
   */
  viewerNow: () => Promise<Viewer>;
  /** Returns a signal that aborts when the connection closes, for work that is then useless. */
  disconnected: () => AbortSignal;
  request: FastifyRequest;
  /** Cookies and `forgetCache` are all that a handler adds to its answer. */
  cookies: Pick<FastifyReply, "setCookie" | "clearCookie">;
  /**
   * Counts the request for a caller that it has proved to come from, such as a session, and no longer for the network
   * address that a whole office may share. Only for routes with a limit `perCaller`.
   * @throws {AppError} `rate_limited` when the caller has sent more than their limit.
   */
  countFor: (caller: string) => void;
  /**
   * Makes the browser clear its cache of this server, but not its storage: the person may have signed in again before
   * this response arrives. The page clears that itself.
   */
  forgetCache: () => void;
}

/** The response of a handler whose route has the `responseKind` of a stream. */
export interface ByteAnswer {
  status: 200 | 201 | 202 | 206 | 304 | 400 | 406 | 415 | 416;
  headers: Record<string, string>;
  /** Closed once it is sent, or when the connection closes. */
  content?: Readable;
}

/** A file that was sent (`bodyKind`) is no input: the handler takes it in with `receiveFile`. */
export type Handler<R extends Route, Viewer> = (
  input: RouteInput<R>,
  context: HandlerContext<R, Viewer>,
) => Promise<R["responseKind"] extends "stream" ? ByteAnswer : RouteOutput<R> | LongOutput<R>>;

/** An object of the response's type with a text that is sent in parts. */
type LongOutput<R extends Route> = RouteOutput<R> extends object ? LongAnswer<RouteOutput<R>> : never;

export interface RouteRegistrar<Viewer> {
  /**
   * Registers a route of the contract: rate limit, sign-in, validated input, then `handler`.
   * @param beforeBody throws if the body is not to be read, for public routes with large ones.
   */
  route<R extends Route>(
    route: R,
    handler: Handler<R, Viewer>,
    beforeBody?: (request: Pick<FastifyRequest, "headers">, reply: Pick<FastifyReply, "raw">) => void,
  ): void;
}

export interface Refusal<Viewer> {
  /** Undefined if nobody is signed in, or the route does not identify viewers. */
  viewer: Viewer | undefined;
  route: Route;
  error: AppError;
  request: FastifyRequest;
}

/** Binds the contract's routes to Fastify, with one way of finding the viewer. */
export function createRegistrar<
  Viewer extends {
    id: string;
    scopes?: readonly string[] | null;
    preferences?: { language: string } | undefined;
  },
>(app: FastifyInstance, door: Authenticator<Viewer>, counts: RequestCounts): RouteRegistrar<Viewer> {
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  const refusals = new WeakMap<FastifyRequest, unknown>();
  const heavyWork = createHeavyWork();

  // Limits are per person, so identifying comes first. A failure is kept until the limit has counted the request, or
  // guesses of tokens would not count.
  async function identify(request: FastifyRequest): Promise<void> {
    try {
      const viewer = await door.authenticate(request);
      if (!viewer) return;
      viewers.set(request, viewer);
      notePerson(request, viewer.id);
    } catch (error) {
      refusals.set(request, error);
    }
  }

  /** Called once the body has arrived, however long that took: permissions are those of now, not those at the start. */
  async function requireViewer(request: FastifyRequest, route: Route): Promise<void> {
    if (refusals.has(request)) throw refusals.get(request);
    viewers.set(request, await readAgain(request, route));
  }

  async function readAgain(request: FastifyRequest, route: Route): Promise<Viewer> {
    const before = viewers.get(request);
    if (!before) throw new AppError("not_authenticated");
    const viewer = await door.readAgain(before);
    door.admit(viewer, route);
    if (isHeldInMaintenance(route, request.body)) await door.admitWrite(viewer);
    return viewer;
  }

  return {
    route(route, handler, beforeBody) {
      const signedIn = route.access === "signed-in";
      const { max, windowSeconds, by, perCaller } = route.rateLimit;
      const windowMs = windowSeconds * 1000;
      // Per person on any address, and once more for all their programs, so that one in a loop takes nothing from the
      // person. An IPv6 address counts as its /64, from which its owner can choose any.
      const keyOf = (request: FastifyRequest) => {
        const viewer = by === "viewer" ? viewers.get(request) : undefined;
        const person = viewer && (viewer.scopes ? `${viewer.id} programs` : viewer.id);
        return `${route.method} ${route.path} ${person ?? normalizeIP(request.ip, 64)}`;
      };
      const countFor = (request: FastifyRequest, reply: FastifyReply) => (caller: string) => {
        if (perCaller === undefined) throw new Error(`${route.path} has no limit per caller`);
        counts.giveBack(keyOf(request));
        const count = counts.take(`${route.method} ${route.path} caller ${caller}`, windowMs);
        holdToLimit(reply, perCaller, count);
      };
      const options: RouteOptions = {
        method: route.method,
        url: route.path,
        bodyLimit: bodyLimitOf(route),
        ...(signedIn
          ? {
              onRequest: identify,
              preValidation: (request: FastifyRequest) => requireViewer(request, route),
            }
          : isHeldInMaintenance(route)
            ? { preValidation: () => door.admitWrite(undefined) }
            : {}),
        ...(beforeBody && {
          preParsing: async (request: FastifyRequest, reply: FastifyReply) => beforeBody(request, reply),
        }),
        // After the schemas, which may make a text storable.
        preHandler: async ({ params, query, body }: FastifyRequest) =>
          assertStorable(params, query, route.bodyKind === "raw" ? undefined : body),
        config: {
          errorKind: route.errorKind,
          rateLimit: {
            max: by === "address" ? counts.forOneAddress(max) : max,
            timeWindow: windowMs,
            keyGenerator: keyOf,
          },
        },
        schema: routeSchema(route),
        handler: async (request, reply) => {
          // Fastify has validated these three with the route's own schemas.
          const input = { params: request.params, query: request.query, body: request.body } as RouteInput<
            typeof route
          >;
          let disconnection: AbortSignal | undefined;
          const context = {
            viewer: viewers.get(request),
            viewerNow: () => readAgain(request, route),
            disconnected: () => {
              disconnection ??= disconnectionOf(reply);
              return disconnection;
            },
            request,
            cookies: reply,
            countFor: countFor(request, reply),
            forgetCache: () => void reply.header("clear-site-data", '"cache"'),
          } as Parameters<typeof handler>[1];
          const made: unknown = await heavyWork(
            route,
            viewers.get(request)?.id ?? request.ip,
            reply,
            async () => {
              // Waiting for its turn took time, too.
              if (route.heavy) context.viewer = await readAgain(request, route);
              const viewer = viewers.get(request);
              const [owner, language] = [viewer?.id ?? request.ip, viewer?.preferences?.language];
              const kind = route.path.split("/")[2] ?? "api";
              return workFor({ owner, kind, language, signal: context.disconnected }, () =>
                handler(input, context),
              );
            },
          ).catch(async (error: unknown) => {
            if (error instanceof AppError)
              await door.refused({ viewer: viewers.get(request), route, error, request });
            throw error;
          });
          if (route.changesRights) await door.permissionsApplied();
          const seenBy = viewers.get(request);
          const output = seenBy ? door.presentTo(seenBy, made) : made;
          if (isBytes(route, output))
            return reply.code(output.status).headers(output.headers).send(output.content);
          if (output instanceof LongAnswer && route.response)
            return reply
              .code(route.status)
              .type("application/json; charset=utf-8")
              .send(output.toStream(route.response));
          if (route.status === 302) return reply.redirect(locationOf(output), route.status);
          return reply.code(route.status).send(route.response ? output : undefined);
        },
      };
      if (route.bodyKind === undefined) app.route(options);
      else {
        // In a scope of its own, so that no other route reads such a body.
        app.register(async (scope) => {
          if (route.bodyKind === "file") await acceptFiles(scope);
          else acceptBytes(scope);
          scope.route(options);
        });
      }
    },
  };
}

function disconnectionOf(reply: FastifyReply): AbortSignal {
  const disconnecting = new AbortController();
  const abort = () => disconnecting.abort(new AppError("invalid_request", { detail: "disconnected" }));
  if (reply.raw.destroyed) abort();
  else reply.raw.once("close", () => !reply.raw.writableFinished && abort());
  return disconnecting.signal;
}

function isBytes(route: Route, output: unknown): output is ByteAnswer {
  return route.responseKind === "stream" && typeof output === "object";
}

function bodyLimitOf(route: Route): number {
  if (!route.body && route.bodyKind !== "raw") return bodyLimits.none;
  return route.bodyLimitBytes ?? bodyLimits[route.access];
}

function locationOf(output: unknown): string {
  if (typeof output === "object" && output && "location" in output && typeof output.location === "string") {
    return output.location;
  }
  throw new AppError("internal_error", { detail: "a redirect without an address" });
}
