import type pg from "pg";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";

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
  "53300",
]);

/** Whether an error says that the database cannot be reached, as against a statement that is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    connectionErrors.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      error.message,
    )
  );
}

/** The wire's codes for "your password is wrong" and the like: waiting does not mend them. */
const hopeless = new Set(["28P01", "28000", "3D000", "42501"]);

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
      if (hopeless.has(code)) {
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
