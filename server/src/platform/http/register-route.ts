import { errorBodySchema } from "@atoll/contract/error-body";
import { type ErrorCode, errors } from "@atoll/contract/errors";
import { type Route, type RouteInput, type RouteOutput, sharedErrors } from "@atoll/contract/route";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";

/** Finds out who asks. Returns undefined when the request carries no credentials. */
export type Authenticate<Viewer> = (request: FastifyRequest) => Promise<Viewer | undefined>;

export type Handler<R extends Route, Viewer> = (
  input: RouteInput<R>,
  context: { viewer: R["access"] extends "public" ? Viewer | undefined : Viewer; request: FastifyRequest },
) => Promise<RouteOutput<R>>;

export interface RouteRegistrar<Viewer> {
  /** Registers a route of the contract: rate limit, sign-in, validated input, then `handler`. */
  route<R extends Route>(route: R, handler: Handler<R, Viewer>): void;
}

/** Binds the contract's routes to Fastify, with one way of finding the viewer. */
export function createRegistrar<Viewer extends { id: string }>(
  app: FastifyInstance,
  authenticate: Authenticate<Viewer>,
): RouteRegistrar<Viewer> {
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  const refusals = new WeakMap<FastifyRequest, unknown>();

  // The limit is counted per person where there is one, so finding them comes first; a refusal is kept until
  // the limit has counted it, else guessing tokens would go uncounted.
  async function identify(request: FastifyRequest): Promise<void> {
    try {
      const viewer = await authenticate(request);
      if (viewer) viewers.set(request, viewer);
    } catch (error) {
      refusals.set(request, error);
    }
  }

  async function requireViewer(request: FastifyRequest): Promise<void> {
    if (refusals.has(request)) throw refusals.get(request);
    if (!viewers.has(request)) throw new AppError("not_authenticated");
  }

  return {
    route(route, handler) {
      const signedIn = route.access === "signed-in";
      const { max, windowSeconds, by } = route.rateLimit;
      app.route({
        method: route.method,
        url: route.path,
        ...(signedIn ? { onRequest: identify, preValidation: requireViewer } : {}),
        config: {
          rateLimit: {
            max,
            timeWindow: windowSeconds * 1000,
            keyGenerator: (request: FastifyRequest) =>
              `${route.method} ${route.path} ${(by === "viewer" && viewers.get(request)?.id) || request.ip}`,
          },
        },
        schema: {
          summary: route.summary,
          tags: [route.path.split("/")[2] ?? "api"],
          ...(signedIn ? { security: [{ bearer: [] }] } : {}),
          ...(route.params ? { params: route.params } : {}),
          ...(route.query ? { querystring: route.query } : {}),
          ...(route.body ? { body: route.body } : {}),
          response: {
            ...(route.response ? { [route.status]: route.response } : {}),
            ...errorResponses(route),
          },
        },
        handler: async (request, reply) => {
          // Fastify has validated these three with the route's own schemas.
          const input = { params: request.params, query: request.query, body: request.body } as RouteInput<
            typeof route
          >;
          const context = { viewer: viewers.get(request), request } as Parameters<typeof handler>[1];
          const output = await handler(input, context);
          return reply.code(route.status).send(route.response ? output : undefined);
        },
      });
    },
  };
}

/** For the reference: each status with the codes that come with it. */
function errorResponses(route: Route): Record<number, unknown> {
  const codes: ErrorCode[] = [...route.errors, ...sharedErrors];
  if (route.access === "signed-in") codes.push("not_authenticated", "session_expired");
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errors[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...statuses].map(([status, list]) => [status, errorBodySchema.describe(list.join(", "))]),
  );
}
