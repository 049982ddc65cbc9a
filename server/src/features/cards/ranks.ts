import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";

interface Column {
  typeId: string;
  stage: string;
}

/** Longer places than this are made short again, for the whole stage. */
const longestRank = 60;

/** Waits for the turn to arrange a section, until the transaction ends: two who move to one place get two places. */
export async function lockSection(tx: Database, typeId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll cards'), hashtext(${typeId}))`.execute(tx);
}

/**
 * Places for cards in a stage of a locked section, in their order.
 * @param afterId directly behind this card; null: in front of all; undefined, or one that is not there: behind all.
 */
export async function ranksBeside(
  tx: Database,
  column: Column,
  afterId: string | null | undefined,
  count: number,
): Promise<string[]> {
  const ranks = await findRanks(tx, column, afterId, count);
  if (ranks.every(({ length }) => length <= longestRank)) return ranks;
  await respace(tx, column);
  return findRanks(tx, column, afterId, count);
}

async function findRanks(
  tx: Database,
  column: Column,
  afterId: string | null | undefined,
  count: number,
): Promise<string[]> {
  if (afterId === null) return generateNKeysBetween(null, await nextRank(tx, column, ""), count);
  const after = afterId && (await rankOf(tx, column, afterId));
  if (after) return generateNKeysBetween(after, await nextRank(tx, column, after), count);
  const { last } = await tx
    .selectFrom("cards")
    .select(({ fn }) => fn.max("rank").as("last"))
    .where("type_id", "=", column.typeId)
    .where("stage", "=", column.stage)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return generateNKeysBetween(last ?? null, null, count);
}

/** A place that a card had, or the next one behind it if another has taken it. */
export async function freeRank(
  tx: Database,
  column: Column,
  cardId: string,
  wanted: string,
): Promise<string> {
  const taken = await inColumn(tx, column)
    .where("rank", "=", wanted)
    .where("id", "<>", cardId)
    .executeTakeFirst();
  return taken ? generateKeyBetween(wanted, await nextRank(tx, column, wanted)) : wanted;
}

function inColumn(tx: Database, { typeId, stage }: Column) {
  return tx
    .selectFrom("cards")
    .select("rank")
    .where("type_id", "=", typeId)
    .where("stage", "=", stage)
    .where("deleted_at", "is", null);
}

async function rankOf(tx: Database, column: Column, cardId: string): Promise<string | undefined> {
  return (await inColumn(tx, column).where("id", "=", cardId).executeTakeFirst())?.rank;
}

async function nextRank(tx: Database, column: Column, rank: string): Promise<string | null> {
  const next = await inColumn(tx, column)
    .where("rank", ">", rank)
    .orderBy("rank")
    .limit(1)
    .executeTakeFirst();
  return next?.rank ?? null;
}

/** Gives the cards of a stage short places in the order that they have. */
export async function respace(tx: Database, { typeId, stage }: Column): Promise<void> {
  const rows = await tx
    .selectFrom("cards")
    .select("id")
    .where("type_id", "=", typeId)
    .where("stage", "=", stage)
    .where("deleted_at", "is", null)
    .orderBy("rank")
    .orderBy("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  const ranks = generateNKeysBetween(null, null, ids.length);
  await sql`UPDATE cards SET rank = spaced.rank, version = version + 1
    FROM unnest(${ids}::uuid[], ${ranks}::text[]) AS spaced (id, rank) WHERE cards.id = spaced.id`.execute(
    tx,
  );
}
