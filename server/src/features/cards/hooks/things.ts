import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { Report } from "../data/report.ts";

/** The card of a thing of another system, and what is known of it. */
export interface Thing {
  card_id: string;
  reported_at: Date;
  ended_at: Date | null;
}

interface OfType {
  id: string;
  department_id: string;
}

/** The card of the thing, unless it was deleted: then a report makes another one. */
export function findThing(
  tx: Database,
  type: Pick<OfType, "id">,
  { key }: Pick<Report, "key">,
): Promise<Thing | undefined> {
  return tx
    .selectFrom("card_hook_things as t")
    .innerJoin("cards as c", "c.id", "t.card_id")
    .select(["t.card_id", "t.reported_at", "t.ended_at"])
    .where("t.type_id", "=", type.id)
    .where("t.external_key", "=", key)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Stores what a report says of its thing. */
export async function storeThing(
  tx: Database,
  type: Pick<OfType, "id">,
  { key, at, endedAt }: Report,
  cardId: string,
): Promise<void> {
  const values = { card_id: cardId, reported_at: at, ended_at: endedAt ?? null };
  await tx
    .insertInto("card_hook_things")
    .values({ type_id: type.id, external_key: key, ...values })
    .onConflict((conflict) =>
      conflict.columns(["type_id", "external_key"]).doUpdateSet({
        ...values,
        ended_at: endedAt ?? sql<Date | null>`card_hook_things.ended_at`,
      }),
    )
    .execute();
}

/** Stores when a commit was made, for the figures of delivery. */
export async function storeCommit(
  db: Database,
  type: OfType,
  { sha, at }: { sha: string; at: Date },
): Promise<void> {
  await db
    .insertInto("card_commits")
    .values({ department_id: type.department_id, sha: sha.slice(0, 100), committed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Why a report changes nothing any more. A replayed one that was applied before is known. */
export function staleReason(
  { reported_at, ended_at }: Thing,
  { at, endedAt }: Report,
  isReplay: boolean,
): string | undefined {
  if (at < reported_at) return "A newer report came first.";
  if (isReplay && at.getTime() === reported_at.getTime() && (!endedAt || ended_at !== null))
    return "It is known already.";
  if (!endedAt && ended_at !== null && at <= ended_at) return "It was over already.";
  return undefined;
}
