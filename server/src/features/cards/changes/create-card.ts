import type { newCardSchema } from "@atoll/contract/cards/schemas";
import type { z } from "zod";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { createOnce, hashSent, insertNew, isSentAgain, type Sent } from "../../../platform/create-once.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { withoutTicks } from "../data/approvals.ts";
import { assertOwnerReads, assertPeopleRead } from "../data/assert-readers.ts";
import { assertReady } from "../data/assert-ready.ts";
import { storeValues } from "../data/card-values.ts";
import { assertWhole, mergeData } from "../data/check-data.ts";
import { accessType, type TypeRow } from "../public.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { broadcastCards, cardChanges } from "./card-changes.ts";
import { askNewApprovers } from "./judge-cards.ts";
import { reasonFor } from "./stage-rules.ts";

type ToCreate = z.output<typeof newCardSchema>;

/**
 * Adds a card behind all of its stage. The same one sent again is answered again.
 * @throws {AppError} `section_not_found`, `card_id_taken`, `card_field_wrong`, `person_not_found`,
 *   `stage_reason_required`.
 */
export async function createCard(
  sources: ChangeSources,
  viewer: RequestViewer,
  typeId: string,
  input: ToCreate,
): Promise<void> {
  const isNew = await transact(sources.db, async (tx) => {
    // First, so that its fields are those at the time of the write.
    await lockSection(tx, typeId);
    const type = await accessType(tx, viewer, typeId);
    const stage = input.stage ?? type.stages[0]?.id ?? "";
    const sent = { byId: viewer.id, hash: hashSent({ ...input, typeId }) };
    const find = () =>
      tx
        .selectFrom("cards")
        .select(["created_by", "sent_hash"])
        .where("id", "=", input.id)
        .executeTakeFirst();
    const sentOf = (row: { created_by: string; sent_hash: Buffer }) => ({
      byId: row.created_by,
      hash: row.sent_hash,
    });
    // A repeated request is not judged again: its values may no longer fit.
    const there = await find();
    if (there && isSentAgain(sentOf(there), sent)) return false;
    reasonFor(type, stage, undefined);
    const data = withoutTicks(type.options, mergeData(type.fields, {}, input.data));
    assertWhole(type.fields, data);
    await assertReady(tx, type, stage, { data, ownerId: input.ownerId });
    const { isNew } = await createOnce(sent, {
      insert: () =>
        rejectViolation(insertCard(tx, type, { ...input, stage, data }, sent), {
          cards_owner_id_fkey: "person_not_found",
        }),
      find,
      sentOf,
      taken: "card_id_taken",
    });
    if (!isNew) return false;
    if (input.ownerId) await assertOwnerReads(tx, typeId, input.ownerId);
    await assertPeopleRead(tx, type, {}, data);
    await storeValues(tx, { id: input.id, type_id: typeId }, type.fields, data);
    await storeChanges(tx, { kind: "card", changeId: input.id, actorId: viewer.id }, [
      { subjectId: input.id, field: "created", before: null, after: true },
    ]);
    if (input.ownerId)
      await notify(tx, {
        kind: "card.owner",
        subjectId: input.id,
        actorId: viewer.id,
        people: [input.ownerId],
      });
    for (const row of await cardChanges.lock(tx, [input.id])) await askNewApprovers(tx, viewer.id, row);
    return true;
  });
  if (isNew) await broadcastCards(sources, [input.id]);
}

/** @returns whether it was written: nothing is, where the id is there already. */
async function insertCard(
  tx: Database,
  type: TypeRow,
  input: ToCreate & { stage: string },
  { byId, hash }: Sent,
): Promise<boolean> {
  const [rank = ""] = await ranksBeside(tx, { typeId: type.id, stage: input.stage }, undefined, 1);
  return insertNew(
    tx.insertInto("cards").values({
      id: input.id,
      type_id: type.id,
      title: input.title,
      body: input.body,
      stage: input.stage,
      rank,
      owner_id: input.ownerId,
      due_on: input.dueOn,
      data: JSON.stringify(input.data),
      sent_hash: hash,
      created_by: byId,
      content_by: byId,
    }),
  );
}
