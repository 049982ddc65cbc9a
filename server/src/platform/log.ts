import { pino } from "pino";

export type Log = pino.Logger;

/**
 * JSON lines on standard error, so that standard output stays for people. Secrets are cut out wherever they
 * lie: by the name of their field, and by the look of a token.
 * @param destination where lines go instead, one call each.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      formatters: {
        log: (fields) => Object.fromEntries(Object.entries(fields).map((field) => cutField(field))),
      },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

interface ErrorLine {
  type: string;
  message: string;
  code?: string;
  stack?: string | undefined;
  cause?: ErrorLine;
}

/**
 * Returns the loggable fields of an error, and nothing else: errors from libraries contain whole connections,
 * statements with their values, and requests.
 */
export function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: cutTokens(messageOf(error)) };
  return {
    type: error.name,
    message: cutTokens(error.message),
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    stack: error.stack && cutTokens(error.stack),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** pg-boss hands on the fields of an error in a plain object. */
function messageOf(error: unknown): string {
  const isLikeError = typeof error === "object" && error !== null && "message" in error;
  return String(isLikeError ? error.message : error);
}

const cutMark = "[cut]";
/** Deeper than this nobody writes; what lies there is left out, so that nothing can hide in it. */
const maxDepth = 6;
const secretField =
  /password|secret|token|authorization|cookie|credential|(^|_)(otp|code)s?$|(recovery|factor)codes?$/i;
/** Signed tokens, and whatever an Authorization header or an address carries under such a name. */
const tokenLike =
  /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*|\b(Bearer|Basic) [\w.~+/=-]+|([?&][\w-]*(?:token|code|secret|password)=)[^&\s"']+/gi;

function cutField([name, value]: [string, unknown], depth = 0): [string, unknown] {
  const tells = typeof value === "string" || (typeof value === "object" && value !== null);
  if (secretField.test(name) && tells && !isErrorCode(value)) return [name, cutMark];
  return [name, cutValue(value, depth)];
}

function cutValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cutTokens(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => cutValue(item, depth + 1));
  // Errors, requests and replies have serializers, which come after this.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (depth === 0 && !isPlain) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= maxDepth) return cutMark;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => cutField([name, inner], depth + 1)),
  );
}

/** `code` is also the name of what tells errors apart, which the log is for. */
function isErrorCode(value: unknown): boolean {
  return typeof value === "string" && /^([a-z]+_[a-z_]+|[A-Z_]+)$/.test(value);
}

function cutTokens(text: string): string {
  return text.replace(tokenLike, (_match, scheme?: string, parameter?: string) =>
    scheme ? `${scheme} ${cutMark}` : `${parameter ?? ""}${cutMark}`,
  );
}
