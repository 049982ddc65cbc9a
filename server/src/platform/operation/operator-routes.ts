import type { FastifyReply, FastifyRequest } from "fastify";
import { networkList } from "../configuration/network-list.ts";
import { answerNotFound } from "../http/answer-error.ts";
import type { HttpServer } from "../http/http-server.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics.ts";
import type { Readiness } from "./readiness.ts";

export interface OperatorRouteOptions {
  metrics: Metrics;
  readiness: Readiness;
  /** Proxies whose forwarded addresses are trusted. */
  trustedProxies: readonly string[];
  /** The addresses that may read metrics. */
  metricsFrom: readonly string[];
  log: Log;
}

/**
 * Adds `/healthz` (the process is alive), `/readyz` (the server can take requests, for load balancers) and `/metrics`
 * (Prometheus format). Only the operator's addresses get metrics, and reasons at `/readyz`.
 */
export function addOperatorRoutes(http: HttpServer, options: OperatorRouteOptions): void {
  const isListed = networkList(options.metricsFrom);
  const isOperator = (request: FastifyRequest) =>
    isListed(request.ip) && (options.trustedProxies.length > 0 || !isPassedOn(request));
  const send = (reply: FastifyReply, status: number, body: unknown) =>
    reply.code(status).header("cache-control", "no-store").send(body);
  let toldOf = "";
  let toldLimits = "";

  http.get("/healthz", { schema: { hide: true } }, (_request, reply) => send(reply, 200, { status: "live" }));
  http.get("/readyz", { schema: { hide: true } }, async (request, reply) => {
    const { obstacles, limits } = await options.readiness();
    const reasons = obstacles.join(", ");
    const limited = limits.join(", ");
    if (reasons !== toldOf) options.log.warn({ reasons }, reasons ? "not ready" : "ready again");
    if (limited !== toldLimits)
      options.log.warn({ limited }, limited ? "ready, but not everything works" : "everything works again");
    toldOf = reasons;
    toldLimits = limited;
    if (!reasons)
      return send(reply, 200, {
        status: "ready",
        ...(limited && isOperator(request) ? { limited: limits } : {}),
      });
    return send(reply, 503, { status: "not ready", ...(isOperator(request) ? { reasons: obstacles } : {}) });
  });
  http.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    if (!isOperator(request)) return answerNotFound(request, reply);
    reply.header("content-type", options.metrics.contentType);
    return send(reply, 200, await options.metrics.metrics());
  });
}

/**
 * Returns whether a proxy has forwarded the request, by the headers it adds. An unconfigured proxy forwards everybody
 * under its own address, which is usually this machine's.
 */
function isPassedOn({ headers }: FastifyRequest): boolean {
  return ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"].some(
    (name) => name in headers,
  );
}
