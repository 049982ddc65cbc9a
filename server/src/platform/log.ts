import { pino } from "pino";

export type Log = pino.Logger;

/** JSON lines on standard error, so that standard output stays for people. Secrets are cut out by path. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: ["req.headers.authorization", "*.password", "*.accessToken", "*.refreshToken"],
        censor: "[cut]",
      },
    },
    pino.destination({ fd: 2, sync: false }),
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
 * What a log line says of an error, and nothing else: errors of libraries carry whole connections, statements
 * with their values, and requests.
 */
export function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
