import { undoSeconds } from "@atoll/contract/changes/limits";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { roomsOf } from "../rooms.ts";
import { type EventSources, tellOfChange } from "../tell-of-change.ts";
import { retellOf } from "../told-of.ts";
import { mayChange, selectWhole } from "./hold-event.ts";
import { keepTimesOf } from "./keep-times.ts";
import { putBack } from "./snapshot.ts";

/** An import may have brought thousands: so many in one statement, whose time is limited. */
const eventsAtOnce = 250;

/**
 * Takes back what the viewer changed a moment ago, all of it or nothing: where nobody has changed it since. What the
 * change made is deleted, be it all that an import brought.
 * @throws {AppError} `event_change_not_found` when there is none of theirs, it was long ago, or they may not change the
 *   event any more; `changed_meanwhile`.
 */
export async function undoEventChange(
  sources: EventSources,
  viewer: RequestViewer,
  changeId: string,
): Promise<void> {
  const toTell = await transact(sources.db, async (tx) => {
    const changes = await holdChanges(tx, viewer, changeId);
    const eventIds = changes.map(({ event_id }) => event_id);
    const changedIds = changes.flatMap(({ event_id, is_made }) => (is_made ? [] : [event_id]));
    const rooms = await roomsOf(tx, eventIds);
    for (let at = 0; at < changedIds.length; at += eventsAtOnce)
      await putBack(tx, changeId, changedIds.slice(at, at + eventsAtOnce));
    for (let at = 0; at < eventIds.length; at += eventsAtOnce)
      await sql`UPDATE events SET version = version + 1, updated_at = now(),
          deleted_at = CASE WHEN id = ANY(${changedIds}::uuid[]) THEN NULL ELSE now() END,
          undone_versions = (undone_versions || version)[greatest(1, cardinality(undone_versions) - 48):]
        WHERE id = ANY(${eventIds.slice(at, at + eventsAtOnce)}::uuid[])`.execute(tx);
    await keepTimesOf(tx, viewer.id, changedIds);
    await tx.deleteFrom("event_changes").where("change_id", "=", changeId).execute();
    await retellOf(tx, eventIds);
    return { eventIds, before: rooms };
  });
  await tellOfChange(sources, toTell);
}

/** What the change did, with all of its events held. */
async function holdChanges(tx: Database, viewer: RequestViewer, changeId: string) {
  const changes = await tx
    .selectFrom("event_changes")
    .select(["event_id", "version", sql<boolean>`before IS NULL`.as("is_made")])
    .where("change_id", "=", changeId)
    .where("actor_id", "=", viewer.id)
    .where(sql<boolean>`at > now() - make_interval(secs => ${sql.lit(undoSeconds)})`)
    .orderBy("event_id")
    .forUpdate()
    .execute();
  if (changes.length === 0) throw new AppError("event_change_not_found");
  const events = await selectWhole(tx)
    .where(sql<boolean>`e.id = ANY(${changes.map(({ event_id }) => event_id)}::uuid[])`)
    .orderBy("e.id")
    .forNoKeyUpdate("e")
    .execute();
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const { event_id: eventId, version } of changes) {
    const event = byId.get(eventId);
    if (!event || !mayChange(viewer, event)) throw new AppError("event_change_not_found");
    if (event.version !== version) throw new AppError("changed_meanwhile");
  }
  return changes;
}
