import { pino } from "pino";
import { BoundedMap } from "../keep-in-memory.ts";

export type Log = pino.Logger;

/**
 * Creates a logger that writes JSON lines to standard error, so that standard output stays for people. Secrets are
 * removed everywhere, by field name and by the format of tokens.
 * @param destination receives the lines instead, one call each.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { logMethod: limitFailures() },
      formatters: {
        log: (fields) => Object.fromEntries(Object.entries(fields).map((field) => cutField(field))),
      },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

/** This many failures with the same text and error code are logged within `windowMs`; later ones are only counted. */
const maxAlike = 5;
const windowMs = 10_000;
const maxKinds = 500;

/**
 * Returns a hook that keeps an outage from filling the disk. The first line of the next window says with `omitted` how
 * many were left out. Failures of a request keep their lines, because people report them by the request's ID.
 */
function limitFailures(): NonNullable<NonNullable<pino.LoggerOptions["hooks"]>["logMethod"]> {
  const kinds = new BoundedMap<string, { since: number; times: number }>(maxKinds);
  return function limit(args, method, level) {
    const [fields, text] = args as unknown[];
    if (level < warnLevel || !isFailure(fields)) return method.apply(this, args);
    const kind = `${String(text)} ${codeOf(fields.err)}`;
    const now = performance.now();
    const current = kinds.get(kind);
    if (current && now - current.since < windowMs) {
      current.times += 1;
      return current.times > maxAlike ? undefined : method.apply(this, args);
    }
    kinds.set(kind, { since: now, times: 1 });
    const omitted = Math.max(0, (current?.times ?? 0) - maxAlike);
    if (omitted > 0) Object.assign(fields, { omitted });
    return method.apply(this, args);
  };
}

const warnLevel = 40;

function isFailure(fields: unknown): fields is { err: unknown } {
  return typeof fields === "object" && fields !== null && "err" in fields && !("requestId" in fields);
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
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

/** pg-boss passes an error's fields in a plain object. */
function messageOf(error: unknown): string {
  const isLikeError = typeof error === "object" && error !== null && "message" in error;
  return String(isLikeError ? error.message : error);
}

const cutMark = "[cut]";
/** No log line is nested deeper. Anything deeper is removed, so that nothing can hide there. */
const maxDepth = 6;
const secretField =
  /password|secret|token|authorization|cookie|credential|(^|_)(otp|code)s?$|(recovery|factor)codes?$/i;
/**
 * Signed tokens, tokens, hooks and feeds of programs, and values of an Authorization header, of parameters with such a
 * name, or after the address of calendar feeds.
 */
const tokenLike =
  /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*|\batoll_(?:(?:pat|hook|feed|oat|ort|oac)_\w+|answer_[\w-]+)|\b(Bearer|Basic) [\w.~+/=-]+|([?&][\w-]*(?:token|code|secret|password)=|\/calendar-feeds\/)[^&\s"']+/gi;

function cutField([name, value]: [string, unknown], depth = 0): [string, unknown] {
  const tells = typeof value === "string" || (typeof value === "object" && value !== null);
  if (secretField.test(name) && tells && !isErrorCode(value)) return [name, cutMark];
  return [name, cutValue(value, depth)];
}

function cutValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cutTokens(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => cutValue(item, depth + 1));
  // Errors, requests and replies have serializers, which run after this.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (depth === 0 && !isPlain) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= maxDepth) return cutMark;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => cutField([name, inner], depth + 1)),
  );
}

/** `code` is also the field that identifies errors, which the log needs. */
function isErrorCode(value: unknown): boolean {
  return typeof value === "string" && /^([a-z]+_[a-z_]+|[A-Z_]+)$/.test(value);
}

/** Removes secrets, also those of which an address has characters escaped, once or repeatedly. */
function cutTokens(text: string): string {
  const cut = cutPlain(text);
  if (!cut.includes("%")) return cut;
  const plain = cut.replace(escapedCharacter, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const cutAgain = cutPlain(plain);
  return cutAgain === plain ? cut : cutAgain;
}

/** A character of ASCII as `%5F`, or as `%255F`, where the percent sign was escaped as well. */
const escapedCharacter = /%(?:25)*([2-7][\da-f])/gi;

function cutPlain(text: string): string {
  return text.replace(tokenLike, (_match, scheme?: string, parameter?: string) =>
    scheme ? `${scheme} ${cutMark}` : `${parameter ?? ""}${cutMark}`,
  );
}
