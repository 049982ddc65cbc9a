import { sql } from "kysely";
import { z } from "zod";
import { type FieldChange, isSame, type ValueField } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";
import { type TimeColumns, timeColumns } from "../event-columns.ts";
import { trimByKey, undoByKey } from "./by-key.ts";
import { type Exceptions, exceptionsSchema, type LockedEvent } from "./locked-event.ts";

const timesSchema = z.object({
  all_day: z.boolean(),
  starts: z.string(),
  ends: z.string(),
  zone: z.string(),
  rule: z.string().nullable(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
}) satisfies z.ZodType<TimeColumns>;
const seriesSchema = z.object({ times: timesSchema, exceptions: exceptionsSchema });
type SeriesValue = z.output<typeof seriesSchema>;

/** The times of an event, with the exceptions of its series: exceptions are named by the series' times. */
export const seriesField: ValueField<Database, LockedEvent, SeriesValue> = {
  read,
  trim: (before, after) => {
    if (!isSame(before.times, after.times)) return { before, after };
    const exceptions = trimByKey(before.exceptions, after.exceptions);
    return {
      before: { ...before, exceptions: exceptions.before },
      after: { ...after, exceptions: exceptions.after },
    };
  },
  async write({ times, exceptions }, row, tx) {
    await sql`DELETE FROM event_exceptions WHERE event_id = ${row.id}`.execute(tx);
    const rows = Object.entries(exceptions).map(([occurrence, one]) => ({
      event_id: row.id,
      occurrence,
      ...one,
    }));
    await sql`INSERT INTO event_exceptions (event_id, occurrence, kind, override)
      SELECT event_id, occurrence, kind, override
      FROM jsonb_populate_recordset(NULL::event_exceptions, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
    return times;
  },
  undo({ tx, row, change }) {
    const next = seriesAfterUndo(row, change);
    return next && seriesField.write(next, row, tx);
  },
};

function read(row: LockedEvent): SeriesValue {
  const times = Object.fromEntries(timeColumns.map((name) => [name, row[name]]));
  return { times: timesSchema.parse(times), exceptions: row.parts.exceptions };
}

/**
 * Returns the series after an undo: restored as a whole if nobody else has changed it, and otherwise occurrence by
 * occurrence.
 * @returns undefined when nothing is left to undo.
 */
export function seriesAfterUndo(row: LockedEvent, change: FieldChange): SeriesValue | undefined {
  const { before, after } = pairOf(change);
  const now = read(row);
  if (!isSame(before.times, after.times)) return isSame(now, after) ? before : undefined;
  if (!isSame(now.times, after.times)) return undefined;
  const exceptions = undoByKey(now.exceptions, { before: before.exceptions, after: after.exceptions });
  return exceptions && { times: now.times, exceptions };
}

/** @returns whether a change moved the whole event, or else which occurrences it moved. */
export function movedBy(change: FieldChange): { all: boolean; occurrences: ReadonlySet<string> } {
  const { before, after } = pairOf(change);
  const startOf = (all: Exceptions, name: string) => all[name]?.override.start;
  const names = Object.keys({ ...before.exceptions, ...after.exceptions });
  return {
    all: !isSame(before.times, after.times),
    occurrences: new Set(
      names.filter((name) => startOf(before.exceptions, name) !== startOf(after.exceptions, name)),
    ),
  };
}

function pairOf({ before, after }: FieldChange): { before: SeriesValue; after: SeriesValue } {
  return { before: seriesSchema.parse(before), after: seriesSchema.parse(after) };
}
