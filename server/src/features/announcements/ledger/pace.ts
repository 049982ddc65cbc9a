import { type ReadingStep, readingSteps } from "@atoll/contract/announcements/limits";
import type { ReadersSummary } from "@atoll/contract/announcements/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { fromReaders, type Ledgered } from "./readers.ts";

const lengths: Record<ReadingStep, { seconds: number; most: number }> = {
  hour: { seconds: 3_600, most: 24 },
  day: { seconds: 86_400, most: 28 },
  week: { seconds: 604_800, most: 52 },
};

/**
 * Counts how many readers read or confirmed the current edition, in each step since its publication. Steps start at the
 * publication, so they are the same in every time zone.
 */
export async function readPace(
  db: Database,
  row: Ledgered & { edition_at: Date | null; published_at: Date | null },
): Promise<ReadersSummary["pace"]> {
  const since = row.edition_at ?? row.published_at ?? new Date();
  const elapsedSeconds = Math.max(0, (Date.now() - since.getTime()) / 1000);
  const step =
    readingSteps.find((one) => elapsedSeconds < lengths[one].seconds * lengths[one].most) ?? "week";
  const { seconds, most } = lengths[step];
  const doneAt = row.must_read ? sql`r.confirmed_at` : sql`r.read_at`;
  // A read from before the announcement was withdrawn and published again counts in the first step.
  const { rows } = await sql<{ n: number; count: number }>`
    SELECT greatest(0, floor(extract(epoch FROM done_at - ${since}::timestamptz) / ${seconds}::int))::int AS n,
      count(*)::int AS count
    FROM (SELECT ${doneAt} AS done_at ${fromReaders(row)}) r WHERE done_at IS NOT NULL GROUP BY 1`.execute(
    db,
  );
  const latest = Math.max(Math.floor(elapsedSeconds / seconds), ...rows.map(({ n }) => n));
  const counts = Array.from({ length: Math.min(latest + 1, most) }, () => 0);
  for (const { n, count } of rows) if (n < counts.length) counts[n] = count;
  return { since: since.toISOString(), step, counts };
}
