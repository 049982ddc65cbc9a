import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Histogram } from "prom-client";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics.ts";

const people = new WeakMap<FastifyRequest, string>();

/** Remembers who a request is from, for the log. */
export function notePerson(request: FastifyRequest, personId: string): void {
  people.set(request, personId);
}

/**
 * Counts every answered request by route and status, and logs it at the level `info`. Query strings may contain secrets,
 * so they are in neither.
 * @returns a function for requests that pass no hook.
 */
export function accountRequests(
  app: FastifyInstance,
  { log, metrics }: { log: Log; metrics: Metrics },
): (request: FastifyRequest, reply: FastifyReply) => void {
  const durations = new Histogram({
    name: "atoll_http_request_seconds",
    help: "How long requests took, from the first byte to the last of the answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  const account = (request: FastifyRequest, reply: FastifyReply) => {
    const { method, id: requestId } = request;
    const status = reply.statusCode;
    const route = routeOf(request);
    durations.observe({ method, route, status }, reply.elapsedTime / 1000);
    if (!log.isLevelEnabled("info")) return;
    const person = people.get(request);
    // Requests for unknown routes and for pages are distinguished only by their path.
    const path = route.startsWith("/") ? {} : { path: request.url.split("?", 1)[0]?.slice(0, 200) };
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ method, route, ...path, status, ms, requestId, ...(person ? { person } : {}) }, "request");
  };
  app.addHook("onResponse", async (request, reply) => account(request, reply));
  return account;
}

/** Returns the route's pattern, so that the number of labels is limited. Files and pages count as one. */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url !== undefined && /^\/(api\/|healthz|readyz|metrics)/.test(url)) return url;
  return request.url.startsWith("/api/") ? "none" : "page or file";
}
