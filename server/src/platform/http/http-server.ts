import type { Socket } from "node:net";
import { tokenPrefixes } from "@atoll/contract/personal-tokens/areas";
import { bodyLimits } from "@atoll/contract/route";
import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { uuidv7 } from "uuidv7";
import { AppError } from "../app-error.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics.ts";
import { parseJson } from "../parse-json.ts";
import { accountRequests } from "./account-requests.ts";
import { createErrorAnswer } from "./answer-error.ts";
import { countRefusals } from "./count-refusals.ts";
import { addReference, limitReference } from "./reference.ts";
import type { RequestCounts } from "./request-counts.ts";
import { createSerializerCompiler } from "./serialize-answer.ts";
import { honourGrants } from "./slow-requests.ts";
import { addSecurityHeaders, setDataHeaders } from "./web-app/security-headers.ts";

/** Time limit for receiving a whole request, so that slow clients do not hold connections. */
const requestTimeoutMs = 60_000;

/**
 * Closes connections that have not sent a request's headers by then, silent or slow. Checked often enough that twenty
 * seconds are the maximum.
 */
const silent = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

export type HttpServer = FastifyInstance;

/**
 * Fastify with what every route shares: validation by the contract's schemas, security headers, limits, the
 * error table and the API reference. Knows no feature.
 */
export async function createHttpServer(options: {
  log: Log;
  metrics: Metrics;
  trustedProxies: string[];
  counts: RequestCounts;
  version: string;
  /** The address of this server for people, if configured. */
  publicUrl?: string | undefined;
  /** How long a connection may say nothing, when not as long as usual. */
  silentMs?: number | undefined;
}): Promise<HttpServer> {
  const logger: FastifyBaseLogger = options.log;
  const refusals = countRefusals(options.log);
  const answerError = createErrorAnswer(refusals, options.publicUrl);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Every route has its own; this is for an address that no route has.
    bodyLimit: bodyLimits.none,
    requestTimeout: requestTimeoutMs,
    http: { ...silent, ...(options.silentMs ? shorter(options.silentMs) : {}) },
    requestIdHeader: false,
    genReqId: () => uuidv7(),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    // Answers 503 to requests that come while the server drains.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read passes no hook; Fastify's own answer repeats it, and has no headers.
    frameworkErrors(error, request, reply) {
      setDataHeaders(reply.raw);
      answerError(error, request, reply);
      account(request, reply);
    },
  });

  const account = accountRequests(app, options);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(createSerializerCompiler(options.log));
  app.setErrorHandler(answerError);
  app.addHook("onClose", refusals.report);
  acceptEmptyJson(app);
  honourGrants(app.server);
  app.server.on("connection", showPlainAddress);

  addSecurityHeaders(app);
  refuseTokensInAddresses(app);
  addLimitHeaders(app);
  await app.register(cookie);
  limitReference(app);
  await app.register(rateLimit, {
    global: false,
    store: options.counts.store,
    errorResponseBuilder: () => new AppError("rate_limited"),
  });
  await addReference(app, options.version);
  return app;
}

/** An address ends up in logs of proxies and in histories of browsers, so no program may get used to it. */
function refuseTokensInAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) =>
    tokenPrefixes.some((prefix) => request.url.includes(prefix))
      ? done(new AppError("token_in_address"))
      : done(),
  );
}

/**
 * Says how many requests are left, as draft-ietf-httpapi-ratelimit-headers has it, from the plugin's own figures: what
 * is allowed in a window (`RateLimit-Policy`), and what is left of it (`RateLimit`).
 */
function addLimitHeaders(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    const { rateLimit } = request.routeOptions.config;
    const [limit, left, seconds] = ["limit", "remaining", "reset"].map((name) =>
      reply.getHeader(`x-ratelimit-${name}`),
    );
    if (rateLimit && limit !== undefined) {
      const windowSeconds = Math.ceil(Number(rateLimit.timeWindow) / 1000);
      void reply.header("ratelimit-policy", `"route";q=${limit};w=${windowSeconds}`);
      // The plugin rounds up to the second after the end.
      const wait = Math.min(Number(seconds), windowSeconds);
      void reply.header("ratelimit", `"route";r=${left};t=${wait}`);
    }
    done();
  });
}

const mappedPrefix = "::ffff:";

/**
 * A server that listens on IPv6 as well sees 203.0.113.9 as ::ffff:203.0.113.9. Logs, limits and lists of addresses
 * have the usual form.
 */
function showPlainAddress(socket: Socket): void {
  const address = socket.remoteAddress;
  if (!address?.startsWith(mappedPrefix)) return;
  Object.defineProperty(socket, "remoteAddress", { value: address.slice(mappedPrefix.length) });
}

function shorter(silentMs: number) {
  return { headersTimeout: silentMs * 0.75, connectionsCheckingInterval: silentMs * 0.25 };
}

/** A request that declares JSON and sends nothing has no body, which is what DELETE and PUT without one send. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, parseJson(String(body)));
    } catch (error) {
      done(new AppError("invalid_json", { cause: error }), undefined);
    }
  });
}

/** Lets every request wait until the last steps of a start are done. */
export function waitUntilOpen(http: HttpServer, opened: Promise<void>): void {
  let isOpen = false;
  void opened.then(() => {
    isOpen = true;
  });
  http.addHook("onRequest", (_request, _reply, done) => (isOpen ? done() : void opened.then(() => done())));
}
