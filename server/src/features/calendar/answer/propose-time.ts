import type { newProposalSchema } from "@atoll/contract/calendar/changes";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent, insertNew } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastChange } from "../broadcast-change.ts";
import { accessOccurrence } from "../find-event.ts";
import { notifyProposed } from "../notifications/notify-people.ts";
import { assertPossible, seriesOf } from "../write/series-of.ts";
import { holdInvited } from "./answer-event.ts";

/**
 * Proposes another time to the organiser, and replaces the viewer's earlier proposal for the same occurrence.
 * @throws {AppError} `event_not_found`, `occurrence_not_found`, `not_invited`, `times_refused`, `proposal_id_taken`.
 */
export async function proposeTime(
  sources: ChangeSources,
  viewer: RequestViewer,
  eventId: string,
  { id, ...content }: z.output<typeof newProposalSchema>,
): Promise<void> {
  const { occurrence, start, end, zone, note } = content;
  await transact(sources.db, async (tx) => {
    const event = await holdInvited(tx, viewer, eventId);
    if (occurrence !== null) await accessOccurrence(tx, viewer.id, eventId, occurrence);
    await assertPossible(viewer.id, {
      ...seriesOf(event),
      start,
      end,
      zone,
      rule: null,
      added: [],
      removed: [],
    });
    const sent = { byId: viewer.id, hash: hashSent(eventId, content) };
    const there = await tx.selectFrom("event_proposals").select("id").where("id", "=", id).executeTakeFirst();
    if (!there)
      await tx
        .deleteFrom("event_proposals")
        .where("event_id", "=", eventId)
        .where("user_id", "=", viewer.id)
        .where("occurrence", occurrence === null ? "is" : "=", occurrence)
        .execute();
    const { isNew } = await createOnce(sent, {
      async insert() {
        return insertNew(
          tx.insertInto("event_proposals").values({
            id,
            event_id: eventId,
            user_id: viewer.id,
            occurrence,
            starts: start,
            ends: end,
            zone,
            note,
            sent_hash: sent.hash,
          }),
        );
      },
      find: () =>
        tx
          .selectFrom("event_proposals")
          .select(["user_id", "sent_hash"])
          .where("id", "=", id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.user_id, hash: row.sent_hash }),
      taken: "proposal_id_taken",
    });
    if (isNew && event.organiser_id !== viewer.id)
      await notifyProposed(tx, {
        eventId,
        actorId: viewer.id,
        organiserId: event.organiser_id,
        proposalId: id,
      });
  });
  await broadcastChange(sources, { eventIds: [eventId], before: [] });
}

/**
 * Returns a proposal for an event, with the change that accepting it makes.
 * @throws {AppError} `proposal_not_found`
 */
export async function accessProposal(
  { db }: Pick<ChangeSources, "db">,
  { eventId, proposalId }: { eventId: string; proposalId: string },
) {
  const row = await db
    .selectFrom("event_proposals as p")
    .innerJoin("events as e", "e.id", "p.event_id")
    .select(["p.user_id", "p.occurrence", "p.starts", "p.ends", "p.zone", "e.all_day", "e.organiser_id"])
    .where("p.id", "=", proposalId)
    .where("p.event_id", "=", eventId)
    .executeTakeFirst();
  if (!row) throw new AppError("proposal_not_found");
  return row;
}

/**
 * Withdraws a proposal of the viewer's own, or declines one made to them.
 * @throws {AppError} `proposal_not_found`, also for a proposal that is neither.
 */
export async function deleteProposal(
  sources: ChangeSources,
  viewer: RequestViewer,
  ids: { eventId: string; proposalId: string },
): Promise<void> {
  const { user_id, organiser_id } = await accessProposal(sources, ids);
  if (user_id !== viewer.id && organiser_id !== viewer.id) throw new AppError("proposal_not_found");
  await sources.db.deleteFrom("event_proposals").where("id", "=", ids.proposalId).execute();
  await broadcastChange(sources, { eventIds: [ids.eventId], before: [] });
}
