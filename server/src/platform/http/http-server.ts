import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { uuidv7 } from "uuidv7";
import { AppError } from "../app-error.ts";
import type { Log } from "../log.ts";
import { answerError } from "./answer-error.ts";
import { addReference } from "./reference.ts";

/** JSON bodies; files have their own way in. */
const bodyLimitBytes = 256 * 1024;

export type HttpServer = FastifyInstance;

/**
 * Fastify with what every route shares: validation by the contract's schemas, security headers, limits, the
 * error table and the API reference. Knows no feature.
 */
export async function createHttpServer(options: {
  log: Log;
  trustedProxies: string[];
  version: string;
}): Promise<HttpServer> {
  const logger: FastifyBaseLogger = options.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestIdHeader: false,
    genReqId: () => uuidv7(),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    // Answers 503 to requests that come while the server drains.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  acceptEmptyJson(app);

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", "data:", "blob:"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Positioned elements (popovers, virtual lists) carry style attributes; no style sheet is inline.
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        workerSrc: ["'self'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // Set by whoever terminates TLS: over plain HTTP browsers ignore it.
    strictTransportSecurity: false,
    referrerPolicy: { policy: "same-origin" },
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new AppError("rate_limited"),
  });
  await addReference(app, options.version);
  return app;
}

/** A request that declares JSON and sends nothing has no body, which is what DELETE and PUT without one send. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch (error) {
      done(new AppError("invalid_json", { cause: error }), undefined);
    }
  });
}
