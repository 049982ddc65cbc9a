import { sql } from "kysely";
import { isSame, type UndoContext, type ValueField } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";
import { undoByKey } from "./by-key.ts";
import { type LockedEvent, type People, peopleSchema } from "./locked-event.ts";
import { movedBy, seriesAfterUndo } from "./series-field.ts";

/** The attendees of an event with their answers, including those to single occurrences. */
export const peopleField: ValueField<Database, LockedEvent, People> = {
  read: ({ parts: { attendees, answers } }) => ({ attendees, answers }),
  async write({ attendees, answers }, row, tx) {
    await writeAttendees(tx, row, attendees);
    await writeAnswers(tx, row.id, answers);
    return {};
  },
  undo(context) {
    const next = peopleAfterUndo(context);
    return next && peopleField.write(next, context.row, context.tx);
  },
};

/**
 * Undoes what a change did to the attendees. Its invitations are withdrawn. An answer given since stays, unless the
 * times that it refers to are undone: then the previous answer is restored.
 */
function peopleAfterUndo({ row, change, together }: UndoContext<Database, LockedEvent>): People | undefined {
  const [before, after] = [peopleSchema.parse(change.before), peopleSchema.parse(change.after)];
  const series = together.find(({ field }) => field === "series");
  const moved = series ? movedBy(series) : { all: false, occurrences: new Set<string>() };
  const isBack = series !== undefined && moved.all && seriesAfterUndo(row, series) !== undefined;
  // Somebody has moved the event again, so it stays, and so do the answers.
  const staysMoved = moved.all && !isBack;
  const attendees = { ...row.parts.attendees };
  for (const id of Object.keys({ ...before.attendees, ...after.attendees })) {
    const [then, made, now] = [before.attendees[id], after.attendees[id], attendees[id]];
    if (!made) {
      if (!now && then) attendees[id] = then;
    } else if (!then) {
      delete attendees[id];
    } else if (now && (isBack || (!staysMoved && isSame(now, made)))) {
      const { rsvp, note, response_at } = then;
      attendees[id] = { ...now, rsvp, note, response_at };
    }
  }
  const answers = staysMoved
    ? row.parts.answers
    : (undoByKey(row.parts.answers, { before: before.answers, after: after.answers }, (key) => {
        const [occurrence = ""] = key.split(" ");
        return isBack || moved.occurrences.has(occurrence);
      }) ?? row.parts.answers);
  const kept = Object.entries(answers).filter(([key]) => attendees[key.split(" ")[1] ?? ""]);
  const next = { attendees, answers: Object.fromEntries(kept) };
  return isSame(next, { attendees: row.parts.attendees, answers: row.parts.answers }) ? undefined : next;
}

async function writeAttendees(
  tx: Database,
  { id, parts }: LockedEvent,
  attendees: People["attendees"],
): Promise<void> {
  const gone = Object.keys(parts.attendees).filter((userId) => !attendees[userId]);
  await sql`DELETE FROM event_attendees WHERE event_id = ${id} AND user_id = ANY(${gone}::uuid[])`.execute(
    tx,
  );
  const rows = Object.entries(attendees)
    .filter(([userId, attendee]) => !isSame(attendee, parts.attendees[userId]))
    .map(([user_id, attendee]) => ({ event_id: id, user_id, ...attendee }));
  const names = ["rsvp", "note", "response_at", "added_by", "via_kind", "via_id", "reminders"];
  const columns = names.map((name) => sql.ref(name));
  await sql`INSERT INTO event_attendees (event_id, user_id, ${sql.join(columns)})
    SELECT event_id, user_id, ${sql.join(columns)}
    FROM jsonb_populate_recordset(NULL::event_attendees, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT (event_id, user_id) DO UPDATE SET
      ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}`.execute(tx);
}

async function writeAnswers(tx: Database, eventId: string, answers: People["answers"]): Promise<void> {
  const rows = Object.entries(answers).map(([key, answer]) => {
    const [occurrence, user_id] = key.split(" ");
    return { event_id: eventId, occurrence, user_id, ...answer };
  });
  await sql`DELETE FROM event_answers WHERE event_id = ${eventId}`.execute(tx);
  // The database leaves out guests who are not invited any more, and so their answers are left out as well.
  await sql`INSERT INTO event_answers (event_id, occurrence, user_id, rsvp, note, response_at)
    SELECT y.event_id, y.occurrence, y.user_id, y.rsvp, y.note, y.response_at
    FROM jsonb_populate_recordset(NULL::event_answers, ${JSON.stringify(rows)}::jsonb) y
    JOIN event_attendees a ON a.event_id = y.event_id AND a.user_id = y.user_id`.execute(tx);
}
