import type { ErrorBody } from "@atoll/contract/error-body";
import type { ErrorCode } from "@atoll/contract/errors";

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

/** The text to show for anything that was thrown: its own where it is meant for people. */
export function errorMessage(error: unknown, fallback = "An error occurred"): string {
  return error instanceof SpokenError && error.message !== "" ? error.message : fallback;
}
