import type { ErrorCode } from "@atoll/contract/errors/errors";
import type pg from "pg";
import type { Log } from "../log/log.ts";
import { StartError } from "../log/start-error.ts";

const connectionErrors = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EPIPE",
  // PostgreSQL: shutting down, crashed, starting up, connection failures.
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08003",
  "08006",
]);

/** PostgreSQL's codes for temporary problems, and for those that an administrator must solve. */
const obstacles = new Map<string, ErrorCode>([
  ["53100", "database_full"],
  // A standby, or one that was closed for writing because its disk was about to be full.
  ["25006", "database_read_only"],
  // Out of memory, connections, or another limit of its own.
  ["53000", "database_busy"],
  ["53200", "database_busy"],
  ["53300", "database_busy"],
  ["53400", "database_busy"],
  // Two waited for each other, again and again (`transact`).
  ["40P01", "database_busy"],
  // A statement that took longer than any may.
  ["57014", "database_busy"],
]);

/**
 * Returns the error code for a database failure: unreachable, disk full, read-only or overloaded. Undefined for any
 * other failure, such as an invalid statement.
 */
export function obstacleOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isDatabaseFull(error)) return "database_full";
  const code = codeOf(error);
  return obstacles.get(code) ?? (isUnreachable(error, code) ? "database_unavailable" : undefined);
}

/** Returns whether the database had no room on its disk for what it should write. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // Some of its writes report a full disk as an error of reading and writing in general.
  return code === "53100" || (code === "58030" && /no space left|quota exceeded/i.test(error.message));
}

function isUnreachable(error: Error, code: string): boolean {
  return (
    connectionErrors.has(code) ||
    // As after the password was changed while the server runs.
    refusedConnectionCodes.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      error.message,
    )
  );
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** PostgreSQL refuses to let Atoll in: a wrong password, user or database name. Waiting does not help. */
export const refusedConnectionCodes: ReadonlySet<string> = new Set(["28P01", "28000", "3D000"]);

/**
 * Waits until the database answers, trying again with growing pauses and saying so.
 * @throws {StartError} when it refuses for a reason that waiting will not mend, or after `limitMs`.
 */
export async function waitForDatabase(
  pool: pg.Pool,
  options: { log: Log; say: (line: string) => void; limitMs?: number },
): Promise<void> {
  const started = performance.now();
  const limitMs = options.limitMs ?? 120_000;
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      await pool.query("SELECT 1");
      return;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      const reason = error instanceof Error ? error.message : String(error);
      if (refusedConnectionCodes.has(code) || code === "42501") {
        throw new StartError(
          `The database refuses the connection: ${reason}`,
          "Check DATABASE_URL: user, password and database name.",
        );
      }
      if (performance.now() - started + pauseMs > limitMs) {
        throw new StartError(
          `The database could not be reached in ${Math.round(limitMs / 1000)} s: ${reason}`,
          "Check that it runs and that DATABASE_URL is right.",
        );
      }
      options.say(
        `The database cannot be reached yet (${reason || code}); trying again in ${(pauseMs / 1000).toFixed(1)} s.`,
      );
      options.log.warn({ err: error }, "database not reachable, waiting");
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
