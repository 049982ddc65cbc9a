import type { ErrorBody } from "@atoll/contract/errors/error-body";
import type { ErrorCode } from "@atoll/contract/errors/errors";

export type ApiErrorCode = ErrorCode | "network_error";

interface ApiErrorDetails {
  code: ApiErrorCode;
  /** Text for the person, already public. */
  message: string;
  /** HTTP status; 0 when no answer came. */
  status: number;
  fields?: ErrorBody["error"]["fields"];
  requestId?: string | undefined;
}

/** An error whose message was written for people. What the browser or a library says of itself is not. */
export class SpokenError extends Error {}

/** Every way a call to the server can fail. `network_error` covers no answer and answers that are not Atoll's. */
export class ApiError extends SpokenError {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: NonNullable<ErrorBody["error"]["fields"]>;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;

  constructor({ code, message, status, fields = [], requestId }: ApiErrorDetails) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/**
 * Returns the text to show for anything that was thrown: its own if it is meant for people, else the fallback. An
 * answer of 500 or above that is not Atoll's has no text of its own: "cannot be reached" would be wrong, since
 * something did answer. Specification, section 8.
 */
export function errorMessage(error: unknown, fallback?: string): string {
  const isSpoken = error instanceof SpokenError && error.message !== "";
  if (isSpoken && !(fallback && isStrangeAnswer(error))) return error.message;
  return fallback ?? "An error occurred";
}

function isStrangeAnswer(error: Error): boolean {
  return error instanceof ApiError && error.code === "network_error" && error.status >= 500;
}
