import type { CardData } from "@atoll/contract/cards/field-schemas";
import type { AddedItem, Card, CardTick, cardChangeSchema } from "@atoll/contract/cards/schemas";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { isSame, type NewValues } from "../../../platform/changes/field.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { assertNoTicks, withApprovals, withoutTicks } from "../data/approvals.ts";
import { assertOwnerReads, assertPeopleRead } from "../data/assert-readers.ts";
import { mergeData } from "../data/check-data.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { cardChanges, type cardFields } from "./card-changes.ts";
import { assertLinkable, linksOf } from "./link-cards.ts";
import type { LockedCard } from "./lock-cards.ts";
import { fillFromMerged } from "./merge-cards.ts";
import { moveOf, reasonFor } from "./stage-rules.ts";

type Change = z.output<typeof cardChangeSchema>;

/**
 * Changes, moves, merges or deletes cards of one section, all or none.
 * @throws {AppError} `card_not_found`, also for cards of several sections; `card_field_wrong`, `stage_reason_required`,
 *   `card_not_ready`, `card_merge_wrong`, `card_link_not_found`, `too_many_card_links`, `person_not_found`, `change_id_taken`; `changed_meanwhile` where a field no
 *   longer has the value that the caller saw.
 */
export async function changeCards(
  context: SliceContext,
  viewer: RequestViewer,
  { changeId, cardIds, set, afterId, seen }: Change,
): Promise<Card[]> {
  const ids = set.mergedIntoId ? [...cardIds, set.mergedIntoId] : cardIds;
  const shown = await applyChange(
    cardChanges,
    context,
    viewer,
    { changeId, ids: [...new Set(ids)], sent: { cardIds, set, afterId } },
    async (changing, rows) => {
      const [first] = rows;
      if (!first || rows.some(({ type_id }) => type_id !== first.type_id))
        throw new AppError("card_not_found");
      if (set.isDeleted) {
        for (const row of rows) await changing.deleteRow(row);
        return;
      }
      if (seen) for (const row of rows) assertAsSeen(row, seen);
      if (set.ownerId && rows.some(({ owner_id }) => owner_id !== set.ownerId))
        await assertOwnerReads(changing.tx, first.type_id, set.ownerId);
      if (set.linked) await assertLinkable(context, changing.tx, viewer, set.linked);
      if (set.mergedIntoId) await fillFromMerged(changing, rows, cardIds, set.mergedIntoId);
      const { stage } = set;
      const places =
        stage === undefined
          ? undefined
          : await ranksBeside(changing.tx, { typeId: first.type_id, stage }, afterId, cardIds.length);
      for (const id of new Set(cardIds)) {
        const row = rows.find((one) => one.id === id);
        if (!row) continue;
        const values = valuesOf(row, set);
        if (set.linked || set.unlinked) values.links = await linksOf(changing.tx, row, set);
        const section = { id: row.type_id, fields: row.fields };
        if (values.data) await assertPeopleRead(changing.tx, section, row.data, values.data);
        const rank = places?.shift() ?? (await placeAfterMove(changing.tx, row, values.stage));
        await changing.set(row, { ...values, ...(rank !== undefined && { position: rank }) });
      }
    },
    // Before the rows, as everybody who arranges does.
    async (tx) => {
      const card = await tx
        .selectFrom("cards")
        .select("type_id")
        .where("id", "=", cardIds[0] ?? "")
        .executeTakeFirst();
      if (card) await lockSection(tx, card.type_id);
    },
  );
  return shown.filter(({ id }) => cardIds.includes(id));
}

/**
 * Rejects an edit of a field that someone else has changed since the form was filled. Fields that the caller does not
 * name may have changed.
 */
function assertAsSeen(row: LockedCard, { data = {}, ...seen }: NonNullable<Change["seen"]>): void {
  const now = {
    title: row.title,
    body: row.body,
    stage: row.stage,
    reason: row.reason,
    ownerId: row.owner_id,
    dueOn: row.due_on,
  };
  const shown = withApprovals(row);
  const isPlainSame = isSame({ ...now, ...seen }, now);
  const isDataSame = Object.entries(data).every(([name, value]) => isSame(shown[name] ?? null, value));
  if (!isPlainSame || !isDataSame) throw new AppError("changed_meanwhile");
}

/** A rule of the section moved the card: behind all of its new stage. */
async function placeAfterMove(tx: Database, row: LockedCard, stage: string | undefined) {
  if (stage === undefined || stage === row.stage) return undefined;
  return (await ranksBeside(tx, { typeId: row.type_id, stage }, undefined, 1))[0];
}

function valuesOf(row: LockedCard, set: Change["set"]): NewValues<typeof cardFields> {
  const { title, body, reason, ownerId, dueOn, isPinned, mergedIntoId } = set;
  const values: NewValues<typeof cardFields> = { title, body, owner: ownerId, due: dueOn };
  if (set.clearEarlier) values.earlier = withoutEarlier(row, set.clearEarlier);
  values.pinned = isPinned;
  values.mergedInto = mergedIntoId;
  const given = withLists(row, set);
  if (given) assertNoTicks(row, given);
  const data = given ? withoutTicks(row.options, mergeData(row.fields, row.data, given)) : row.data;
  if (given) values.data = data;
  const ruled = given && moveOf(row, data);
  const stage = ruled?.stage ?? set.stage;
  if (stage === undefined) return { ...values, reason };
  return { ...values, stage, reason: reasonFor(row, stage, ruled?.reason ?? reason) };
}

/** The values that a change gives, with what it ticks and adds in checklists. */
function withLists(row: LockedCard, { data, ticks, added }: Change["set"]): CardData | undefined {
  if (!ticks && !added) return data;
  const ticked = { ...data, ...(ticks && tickedLists(row, ticks)) };
  return { ...ticked, ...(added && longerLists({ ...row.data, ...ticked }, added)) };
}

/** Returns checklists with more items. One that is there already is open again. */
function longerLists(data: CardData, added: readonly AddedItem[]): CardData {
  const lists: CardData = {};
  for (const { field, item } of added) {
    const list = lists[field] ?? data[field] ?? [];
    const others = Array.isArray(list) ? list.filter(({ text }) => text !== item) : [];
    lists[field] = [...others, { text: item, isDone: false }];
  }
  return lists;
}

function withoutEarlier({ earlier }: LockedCard, names: readonly string[]): LockedCard["earlier"] {
  return Object.fromEntries(
    Object.entries(earlier).map(([name, entries]) => [
      name,
      names.includes(name) ? entries.filter(({ became }) => became !== undefined) : entries,
    ]),
  );
}

/**
 * Returns the checklists of a locked card with some items ticked. Each item keeps its other values, and other items keep
 * what somebody else ticked since the caller looked.
 * @throws {AppError} `changed_meanwhile` for an item that has since been removed or reworded.
 */
function tickedLists({ data }: Pick<LockedCard, "data">, ticks: readonly CardTick[]): CardData {
  const now = new Date().toISOString();
  const lists: CardData = {};
  for (const { field, item, isDone } of ticks) {
    const list = lists[field] ?? data[field];
    if (!Array.isArray(list) || !list.some(({ text }) => text === item))
      throw new AppError("changed_meanwhile");
    lists[field] = list.map((one) => {
      if (one.text !== item || one.isDone === isDone) return one;
      const { doneAt: _, ...rest } = one;
      return { ...rest, isDone, ...(isDone && { doneAt: now }) };
    });
  }
  return lists;
}
