import { type ErrorCode, errors } from "@atoll/contract/errors/errors";

export interface FieldError {
  path: string;
  message: string;
}

/** An error from the error table. `code` determines the status and the public text; `detail` only goes to the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string | undefined;
  readonly fields: FieldError[] | undefined;
  /** When to retry, for `rate_limited` and `maintenance`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fields?: FieldError[];
      retryAfterSeconds?: number;
      /** The values for the placeholders in the text. */
      figures?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(fill(errors[code].text, options.figures), { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errors[code].status;
    this.detail = options.detail;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Returns whether an error is the server's own fault, which its operator should learn of. */
export function isFault({ code, status }: AppError): boolean {
  return status >= 500 && !("isExpected" in errors[code]);
}

function fill(text: string, figures: Record<string, string> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => figures[name] ?? "");
}
