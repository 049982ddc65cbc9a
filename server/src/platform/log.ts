import { pino } from "pino";

export type Log = pino.Logger;

/** JSON lines on standard error, so that standard output stays for people. Secrets are cut out by path. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["req.headers.authorization", "*.password", "*.accessToken", "*.refreshToken"],
        censor: "[cut]",
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
