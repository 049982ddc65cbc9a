import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Changing } from "../../../platform/changes/apply-change.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { ranksBeside } from "../ranks.ts";
import type { cardFields, LockedCard } from "./card-changes.ts";
import { carrySequenceOver } from "./carry-over-sequences.ts";

/**
 * Fills the empty fields of a card from the ones that are merged into it. They keep their own values, comments and
 * history, which the page of the card shows as well.
 * @throws {AppError} `card_merge_wrong` for a card that is merged into itself, or into one that is merged.
 */
export async function fillFromMerged(
  changing: Changing<Tables, RequestViewer, LockedCard, typeof cardFields>,
  rows: readonly LockedCard[],
  cardIds: readonly string[],
  intoId: string,
): Promise<void> {
  const target = rows.find(({ id }) => id === intoId);
  if (!target || cardIds.includes(intoId) || target.merged_into_id !== null)
    throw new AppError("card_merge_wrong");
  const others = rows.filter(({ id }) => cardIds.includes(id));
  const data = Object.assign({}, ...others.map((row) => row.data).toReversed(), target.data);
  const owner = target.owner_id ?? others.find(({ owner_id }) => owner_id !== null)?.owner_id ?? null;
  const stage = await carrySequenceOver(changing.tx, { ...target, data, owner_id: owner }, others);
  const [position] = stage
    ? await ranksBeside(changing.tx, { typeId: target.type_id, stage }, undefined, 1)
    : [];
  await changing.set(target, {
    data,
    owner,
    ...(stage && { stage, reason: "" }),
    ...(position !== undefined && { position }),
  });
}

/** The cards that were merged into one, directly or through another. */
export async function readMerged(db: Database, cardId: string): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`WITH RECURSIVE merged AS (
      SELECT id, title, created_at FROM cards WHERE merged_into_id = ${cardId} AND deleted_at IS NULL
      UNION SELECT c.id, c.title, c.created_at FROM cards c JOIN merged m ON c.merged_into_id = m.id
        WHERE c.deleted_at IS NULL
    ) SELECT id, title FROM merged ORDER BY created_at LIMIT 100`.execute(db);
  return rows;
}
