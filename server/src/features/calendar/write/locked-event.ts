import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../../tables.ts";
import { selectWhole } from "./hold-event.ts";

const exceptionSchema = z.object({
  kind: z.enum(["modify", "cancel"]),
  override: z.record(z.string(), z.string()),
});
const answerSchema = z.object({ rsvp: z.string(), note: z.string(), response_at: z.string().nullable() });
const attendeeSchema = answerSchema.extend({
  added_by: z.string().nullable(),
  via_kind: z.string().nullable(),
  via_id: z.string().nullable(),
  reminders: z.json(),
});

/** The occurrences that differ from their series, keyed by name. */
export const exceptionsSchema = z.record(z.string(), exceptionSchema);
/** Attendees by their IDs; answers to one occurrence by its name and the ID, separated by a space. */
export const peopleSchema = z.object({
  attendees: z.record(z.string(), attendeeSchema),
  answers: z.record(z.string(), answerSchema),
});
export type Exceptions = z.output<typeof exceptionsSchema>;
export type People = z.output<typeof peopleSchema>;

/** An event whose row this transaction has locked, with everything that can be changed about it. */
export type LockedEvent = Awaited<ReturnType<typeof lockEvents>>[number];

/** Locks events until the transaction ends, in the order of their ids; deleted ones too. */
export function lockEvents(tx: Database, ids: readonly string[]) {
  return selectWhole(tx)
    .select("e.sent_hash")
    .select(
      sql<{ exceptions: Exceptions } & People>`jsonb_build_object(
        'exceptions', (SELECT coalesce(jsonb_object_agg(x.occurrence, jsonb_build_object('kind', x.kind,
          'override', x.override)), '{}') FROM event_exceptions x WHERE x.event_id = e.id),
        'attendees', (SELECT coalesce(jsonb_object_agg(a.user_id, to_jsonb(a)
          - '{event_id,user_id,start_at,end_at}'::text[]), '{}') FROM event_attendees a WHERE a.event_id = e.id),
        'answers', (SELECT coalesce(jsonb_object_agg(y.occurrence || ' ' || y.user_id, to_jsonb(y)
          - '{event_id,occurrence,user_id}'::text[]), '{}') FROM event_answers y WHERE y.event_id = e.id))`.as(
        "parts",
      ),
    )
    .where(sql<boolean>`e.id = ANY(${ids}::uuid[])`)
    .orderBy("e.id")
    .forNoKeyUpdate("e")
    .execute();
}
