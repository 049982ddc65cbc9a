import type { CardSort } from "@atoll/contract/cards/limits";
import { idSchema } from "@atoll/contract/identifiers";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { takePage } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import type { TypeRow } from "./access.ts";
import { selectCards } from "./present.ts";

interface Filter {
  stage?: string | undefined;
  ownerId?: string | undefined;
  q?: string | undefined;
}

interface Order {
  /** What the list goes by: never null, so that a cursor can hold it. */
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  direction: "asc" | "desc";
}

const placeSchema = z.tuple([z.string().max(300), idSchema]);

/** A page of a section's cards. The viewer's right to the section was asked for before. */
export function listCards(
  db: Database,
  type: TypeRow,
  filter: Filter,
  sort: CardSort,
  page: { cursor?: string | undefined; limit: number },
) {
  const { key, type: keyType, direction } = orders[sort];
  const way = sql.raw(direction);
  return takePage(
    page,
    placeSchema,
    (after, count) =>
      matching(db, type, filter)
        .leftJoin("card_values as v", (join) =>
          join.onRef("v.card_id", "=", "c.id").on("v.field", "=", type.value_field ?? ""),
        )
        .select(sql<string>`(${key})::text`.as("place"))
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(${key}, c.id) ${sql.raw(direction === "asc" ? ">" : "<")}
              (${after?.[0] ?? ""}::${keyType}, ${after?.[1] ?? ""}::uuid)`,
          ),
        )
        .orderBy(sql`${key} ${way}, c.id ${way}`)
        .limit(count)
        .execute(),
    (row) => [row.place, row.id],
  );
}

const orders: Record<CardSort, Order> = {
  position: { key: sql`c.rank`, type: sql`text`, direction: "asc" },
  title: { key: sql`lower(c.title)`, type: sql`text`, direction: "asc" },
  due: { key: sql`coalesce(c.due_on, '9999-12-31'::date)`, type: sql`date`, direction: "asc" },
  value: { key: sql`coalesce(v.number_value, -1)`, type: sql`numeric`, direction: "desc" },
  updated: { key: sql`c.updated_at`, type: sql`timestamptz`, direction: "desc" },
};

/** The cards of a section that a filter lets through. */
export function matching(db: Database, type: TypeRow, { stage, ownerId, q }: Filter) {
  return selectCards(db)
    .where("c.type_id", "=", type.id)
    .where("c.deleted_at", "is", null)
    .$if(stage !== undefined, (query) => query.where("c.stage", "=", stage ?? ""))
    .$if(ownerId !== undefined, (query) => query.where("c.owner_id", "=", ownerId ?? ""))
    .$if(q !== undefined && q !== "", (query) =>
      query.where(sql<boolean>`position(lower(${q}) IN lower(c.title)) > 0`),
    );
}
