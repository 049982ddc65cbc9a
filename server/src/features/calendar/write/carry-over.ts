import type { eventChangeSchema } from "@atoll/contract/calendar/changes";
import type { z } from "zod";
import type { Database } from "../../../tables.ts";
import type { Override } from "../tables.ts";
import { seriesApart } from "../time/series-thread.ts";
import type { Moved } from "./move-series.ts";

/** The occurrence from which a series is changed, with the edited fields. */
export interface Edited {
  occurrence: string | null;
  set: z.output<typeof eventChangeSchema>["set"];
}

/**
 * Keeps the differences of single occurrences after their series has changed, if it still has these occurrences, under
 * their new names. The occurrence that was opened shows the edited fields.
 * @param isMoved whether the series has new times: then answers to occurrences that moved with it are deleted.
 */
export async function carryOver(
  tx: Database,
  owner: string,
  eventId: string,
  { moved, isMoved, edited }: { moved: Moved; isMoved: boolean; edited: Edited },
): Promise<void> {
  const exceptions = await tx
    .deleteFrom("event_exceptions")
    .where("event_id", "=", eventId)
    .returning(["occurrence", "kind", "override"])
    .execute();
  const names = exceptions.map(({ occurrence }) => moved.renamed(occurrence));
  const there = await seriesApart(owner).occurrencesAmong(moved.series, names);
  /** Occurrences that keep their times, with their new names. */
  const kept = new Map<string, string>();
  for (const { occurrence, kind, override } of exceptions) {
    const name = moved.renamed(occurrence);
    if (!there.has(name)) continue;
    const isEdited = occurrence === edited.occurrence;
    if (override.start !== undefined && !isEdited) kept.set(occurrence, name);
    const own = isEdited ? withTyped(override, edited.set) : override;
    const next = own.start === override.start ? inSeries(own, moved) : own;
    if (kind === "modify" && Object.keys(next).length === 0) continue;
    await tx
      .insertInto("event_exceptions")
      .values({ event_id: eventId, occurrence: name, kind, override: JSON.stringify(next) })
      .execute();
  }
  if (isMoved) await carryAnswers(tx, eventId, kept);
}

/** Applies a series' edited fields to one occurrence, except for the time if the occurrence was moved by itself. */
function withTyped(override: Override, { times, ...set }: Edited["set"]): Override {
  const next = { ...override };
  for (const field of ["title", "description", "location", "link"] as const)
    if (set[field] !== undefined) delete next[field];
  if (override.start === undefined || !times) return next;
  return { ...next, start: times.start, end: times.end };
}

function inSeries(override: Override, moved: Moved): Override {
  const { start, end } = override;
  return start === undefined || end === undefined
    ? override
    : { ...override, ...moved.alone({ start, end }) };
}

async function carryAnswers(tx: Database, eventId: string, kept: ReadonlyMap<string, string>): Promise<void> {
  const answers = await tx
    .deleteFrom("event_answers")
    .where("event_id", "=", eventId)
    .returningAll()
    .execute();
  for (const answer of answers) {
    const occurrence = kept.get(answer.occurrence);
    if (occurrence !== undefined)
      await tx
        .insertInto("event_answers")
        .values({ ...answer, occurrence })
        .execute();
  }
}
