import { type QueryExecutorProvider, sql } from "kysely";
import { StartError } from "../log/start-error.ts";

/** Tokens, sessions and links end at times that every server reads from its own clock. */
export const maxClockDifferenceSeconds = 60;

/** Returns by how many seconds this machine's clock is ahead of the database's; negative if it is behind. */
export async function clockDifference(db: QueryExecutorProvider): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: number }>`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`.execute(db);
  const after = Date.now();
  // The database read its clock between the two; on a busy machine they may be far apart.
  const now = rows[0]?.now ?? after;
  if (now < before) return (before - now) / 1000;
  return now > after ? (after - now) / 1000 : 0;
}

/** @throws {StartError} if this machine's clock is further from the database's than tokens allow for. */
export async function refuseOtherClock(db: QueryExecutorProvider): Promise<void> {
  const seconds = await clockDifference(db);
  if (Math.abs(seconds) <= maxClockDifferenceSeconds) return;
  throw new StartError(
    `This machine's clock is ${describeSeconds(seconds)} the database's. Sign-ins would fail on other servers.`,
    `Set both clocks, for example with NTP. They may differ by ${maxClockDifferenceSeconds} seconds.`,
  );
}

function describeSeconds(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  return `${minutes === 1 ? "1 minute" : `${minutes} minutes`} ${seconds > 0 ? "ahead of" : "behind"}`;
}
