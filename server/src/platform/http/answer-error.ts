import type { ErrorBody } from "@atoll/contract/errors/error-body";
import { type ErrorCode, errors } from "@atoll/contract/errors/errors";
import { mcpPath } from "@atoll/contract/mcp/tools";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { AppError, type FieldError, isFault } from "../app-error.ts";
import { obstacleOf } from "../database/availability.ts";
import { logThrottled } from "../log/log-throttled.ts";
import type { RefusalCount } from "./count-refusals.ts";
import { ownAddress } from "./own-address.ts";

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid_request",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid_json",
  FST_ERR_BAD_URL: "route_not_found",
  FST_ERR_MAX_PARAM_LENGTH: "route_not_found",
};

/**
 * Failures that affect every request until someone fixes the cause. Logged once a minute, with the number of requests.
 */
const lasting: readonly ErrorCode[] = [
  "storage_full",
  "database_full",
  "database_read_only",
  "database_busy",
  "database_unavailable",
  "files_unavailable",
];

declare module "fastify" {
  interface FastifyContextConfig {
    /** As in the contract's routes. */
    errorKind?: "word" | "scim" | "bearer" | "oauth" | "page" | undefined;
  }
}

type AnswerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Returns a function that turns any thrown value into a response of the error table. Unknown errors are only logged in
 * full.
 */
export function createErrorAnswer(
  refusals: Pick<RefusalCount, "add">,
  publicUrl: string | undefined,
): AnswerError {
  const throttled = logThrottled();
  return (error, request, reply) => {
    const known = toAppError(error);
    const line = {
      err: error,
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      detail: known.detail,
    };
    if (lasting.includes(known.code))
      throttled(known.code, (times) => request.log.error({ ...line, times }, known.code));
    else if (isFault(known)) request.log.error(line, known.code);
    else {
      request.log.debug(line, known.code);
      refusals.add(request, known.code);
    }
    if (known.retryAfterSeconds !== undefined) reply.header("retry-after", known.retryAfterSeconds);
    reply.code(known.status);
    const { errorKind } = request.routeOptions.config;
    if (errorKind === "bearer" && known.status === 401) askForToken(request, reply, known, publicUrl);
    if (errorKind === "word") reply.type("text/plain; charset=utf-8").send(known.code);
    else if (errorKind === "scim") sendScimError(reply, known);
    else if (errorKind === "oauth") sendOAuthError(reply, known);
    else if (errorKind === "page" && request.headers.accept?.includes("text/html"))
      reply.redirect(pageOf(known), 302);
    else reply.send(errorBody(known, request.id));
  };
}

/** An address that no route has: the same answer for every method. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  reply.code(errors.route_not_found.status).send(errorBody(new AppError("route_not_found"), request.id));
}

/** The words of RFC 7644, section 3.12, for what programs can tell apart. */
const scimTypes: Partial<Record<ErrorCode, string>> = {
  scim_filter_invalid: "invalidFilter",
  scim_body_invalid: "invalidSyntax",
  scim_path_invalid: "invalidPath",
  scim_value_invalid: "invalidValue",
  invalid_request: "invalidValue",
  scim_no_target: "noTarget",
  scim_read_only: "mutability",
  scim_taken: "uniqueness",
  email_taken: "uniqueness",
};

/** Says where a program gets a token (RFC 9728, section 5.1), and whether the one that it sent is bad (RFC 6750). */
function askForToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { code }: AppError,
  publicUrl: string | undefined,
): void {
  const error = code === "not_authenticated" ? "" : ', error="invalid_token"';
  const metadata = `${ownAddress(request, publicUrl)}/.well-known/oauth-protected-resource${mcpPath}`;
  reply.header("www-authenticate", `Bearer resource_metadata="${metadata}"${error}`);
}

/** The sign-in page, for a person sent here by a provider of single sign-on. */
function pageOf({ code, status }: AppError): string {
  const others = status >= 500 || status === 429 ? "busy" : "failed";
  const outcome = code === "single_sign_on_off" ? "off" : code === "body_too_large" ? "too-large" : others;
  return `/login?single-sign-on=${outcome}`;
}

/** The error of RFC 6749 or 7591: what follows `oauth_` in our code, or the nearest that programs know. */
function sendOAuthError(reply: FastifyReply, { code, status, message }: AppError): void {
  const known = code.startsWith("oauth_invalid") || code.startsWith("oauth_unsupported");
  const other = status >= 500 || status === 429 ? "temporarily_unavailable" : "invalid_request";
  reply.type("application/json; charset=utf-8").send(
    JSON.stringify({
      error: known ? code.slice("oauth_".length) : status === 403 ? "access_denied" : other,
      error_description: message,
    }),
  );
}

function sendScimError(reply: FastifyReply, { code, status, message }: AppError): void {
  const scimType = scimTypes[code];
  if (status === 401) reply.header("www-authenticate", "Bearer");
  reply.type("application/scim+json; charset=utf-8").send(
    JSON.stringify({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      ...(scimType ? { scimType } : {}),
      detail: message,
    }),
  );
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new AppError("invalid_request", { fields: error.validation.map(toField) });
  }
  const obstacle = obstacleOf(error);
  if (obstacle) return new AppError(obstacle, { cause: error });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const fromFastify = byFastifyCode[code];
  if (fromFastify) return new AppError(fromFastify, { cause: error });
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new AppError("invalid_request", { cause: error });
  return new AppError("internal_error", { cause: error });
}

function toField(issue: { instancePath: string; message?: string | undefined }): FieldError {
  return {
    path: issue.instancePath.replace(/^\//, "").replaceAll("/", "."),
    message: issue.message ?? "is not valid",
  };
}

function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      requestId,
      ...(error.fields ? { fields: error.fields } : {}),
    },
  };
}
