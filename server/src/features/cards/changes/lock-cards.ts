import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** Locks cards until the transaction ends, in the order of their ids; deleted ones too. */
export function lockCards(tx: Database, ids: readonly string[]) {
  return tx
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select(["c.id", "c.type_id", "c.title", "c.body", "c.stage", "c.reason", "c.rank", "c.owner_id"])
    .select([
      "c.data",
      "c.earlier",
      "c.deleted_at",
      "c.is_pinned",
      "c.merged_into_id",
      "c.approvals",
      "c.links",
      "c.content_by",
      "ct.fields",
      "ct.stages",
      "ct.options",
    ])
    .select(sql<string | null>`c.due_on::text`.as("due_on"))
    .where(sql<boolean>`c.id = ANY(${ids}::uuid[])`)
    .orderBy("c.id")
    .forUpdate("c")
    .execute();
}

export type LockedCard = Awaited<ReturnType<typeof lockCards>>[number];
