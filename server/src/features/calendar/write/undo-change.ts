import { eventUndoSeconds } from "@atoll/contract/calendar/limits";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { roomsOf } from "../rooms.ts";
import { type EventSources, tellOfChange } from "../tell-of-change.ts";
import { retellOf } from "../told-of.ts";
import { changed, mayChange, selectWhole } from "./hold-event.ts";
import { keepTimes } from "./keep-times.ts";
import { seriesOf } from "./series-of.ts";
import { putBack } from "./snapshot.ts";

/**
 * Takes back what the viewer changed a moment ago, all of it or nothing: where nobody has changed it since.
 * @throws {AppError} `event_change_not_found` when there is none of theirs, it was long ago, or they may not change the
 *   event any more; `changed_meanwhile`.
 */
export async function undoEventChange(
  sources: EventSources,
  viewer: RequestViewer,
  changeId: string,
): Promise<void> {
  const toTell = await transact(sources.db, async (tx) => {
    const changes = await tx
      .deleteFrom("event_changes")
      .where("change_id", "=", changeId)
      .where("actor_id", "=", viewer.id)
      .where(sql<boolean>`at > now() - make_interval(secs => ${sql.lit(eventUndoSeconds)})`)
      .returning(["event_id", "version", "before", "at"])
      .execute();
    if (changes.length === 0) throw new AppError("event_change_not_found");
    const eventIds = changes.map(({ event_id }) => event_id);
    const rooms = await roomsOf(tx, eventIds);
    for (const { event_id: eventId, version, before, at } of changes) {
      const event = await selectWhole(tx)
        .where("e.id", "=", eventId)
        .forNoKeyUpdate("e")
        .executeTakeFirstOrThrow();
      if (!mayChange(viewer, event)) throw new AppError("event_change_not_found");
      if (event.version !== version) throw new AppError("changed_meanwhile");
      if (before) {
        // What was answered since holds where it was an answer to these very times.
        const isSameTime = JSON.stringify(seriesOf(before.event)) === JSON.stringify(seriesOf(event));
        await putBack(tx, eventId, before, isSameTime ? at : null);
      }
      await tx
        .updateTable("events")
        .set({
          ...changed,
          deleted_at: before ? null : sql<Date>`now()`,
          undone_versions: sql<
            number[]
          >`(undone_versions || ${version}::int)[greatest(1, cardinality(undone_versions) - 48):]`,
        })
        .where("id", "=", eventId)
        .execute();
      await keepTimes(tx, eventId);
    }
    await retellOf(tx, eventIds);
    return { eventIds, before: rooms };
  });
  await tellOfChange(sources, toTell);
}
