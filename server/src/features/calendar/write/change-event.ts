import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessOccurrence } from "../find-event.ts";
import { askAgain, changeOne, notifyOfOccurrence } from "./change-one.ts";
import { type Change, changeWhole } from "./change-whole.ts";
import type { HeldEvent } from "./hold-event.ts";
import { makeChange, type Turn } from "./make-change.ts";
import { columnsOf } from "./series-of.ts";
import { cutBefore, endBefore, makeTail } from "./split-event.ts";

/**
 * Changes an event, one occurrence of it, or an occurrence and all that follow, which become an event of their own.
 * @returns the event to show after the change.
 * @throws {AppError} `event_not_found`, `forbidden`, `changed_meanwhile`, `occurrence_not_found`, `times_refused`,
 *   `change_id_taken`, and the errors of placing and inviting.
 */
export async function changeEvent(
  sources: ChangeSources,
  viewer: RequestViewer,
  eventId: string,
  change: Change,
): Promise<string> {
  await makeChange(sources, viewer, { ...change, eventId }, async (turn, event) => {
    const { tx } = turn;
    const isSeries = event.rule !== null || event.added.length > 0;
    const { scope, occurrence } = isSeries ? change : { scope: "all" as const, occurrence: null };
    if (change.asSeries) {
      if (scope !== "this" || occurrence === null) throw new AppError("occurrence_not_found");
      if (hasOtherChanges(change)) throw new AppError("invalid_request", { fields: [resetOnlyError] });
      await turn.touch(event);
      return resetOccurrence(turn, event, occurrence);
    }
    if (scope === "all") {
      const from =
        occurrence === null ? event.starts : await occurrenceStart(tx, viewer, eventId, occurrence);
      await turn.touch(event);
      return changeWhole(turn, event, change, { occurrence, from });
    }
    if (occurrence === null) throw new AppError("occurrence_not_found");
    const opened = { occurrence, from: await occurrenceStart(tx, viewer, eventId, occurrence) };
    await turn.touch(event);
    if (scope === "this") return changeOne(turn, event, occurrence, change);
    const { head, tail } = await cutBefore(tx, viewer.id, event, occurrence);
    if (!head) return changeWhole(turn, event, change, opened);
    const tailId = await makeTail(tx, event, tail, occurrence);
    await endBefore(tx, event, head, occurrence);
    const made = await tx
      .selectFrom("events")
      .select(["id", "version", "sequence"])
      .where("id", "=", tailId)
      .executeTakeFirstOrThrow();
    turn.made(made);
    await changeWhole(turn, { ...event, ...made, ...columnsOf(tail) }, change, opened);
  });
  const made = await sources.db
    .selectFrom("object_changes")
    .select("subject_id")
    .where("change_id", "=", change.changeId)
    .where("field", "=", "created")
    .executeTakeFirst();
  return made?.subject_id ?? eventId;
}

const resetOnlyError = { path: "asSeries", message: "Reset an occurrence on its own" };

function hasOtherChanges({ set, invite, uninvite }: Change): boolean {
  return [Object.keys(set), uninvite, ...Object.values(invite)].some((list) => list.length > 0);
}

/** Returns when an occurrence starts in its event's time zone, even if it was moved. */
async function occurrenceStart(
  tx: Database,
  viewer: RequestViewer,
  eventId: string,
  occurrence: string,
): Promise<string> {
  return (await accessOccurrence(tx, viewer.id, eventId, occurrence)).starts;
}

/**
 * Resets one occurrence of a series: it returns to the series' time and texts, and takes place again if it was
 * cancelled. Answers to another time are reset. Specification, section 4 (event: exceptions can be removed).
 * @throws {AppError} `occurrence_not_found` if the occurrence does not differ from its series.
 */
async function resetOccurrence(turn: Turn, event: HeldEvent, occurrence: string): Promise<void> {
  const { tx } = turn;
  const gone = await tx
    .deleteFrom("event_exceptions")
    .where("event_id", "=", event.id)
    .where("occurrence", "=", occurrence)
    .returning(["kind", "override"])
    .executeTakeFirst();
  if (!gone) throw new AppError("occurrence_not_found");
  const isMoved = gone.override.start !== undefined;
  if (isMoved) await askAgain(tx, event, occurrence);
  if (!isMoved && gone.kind !== "cancel" && gone.override.location === undefined) return;
  await notifyOfOccurrence(turn, event, occurrence);
}
