import type { CardFilter } from "@atoll/contract/cards/filter";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { z } from "zod";
import { byName } from "../../../platform/database/by-name.ts";
import { fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import { type CardRow, selectCards } from "../present.ts";
import type { TypeRow } from "../public.ts";
import { matching } from "./filter-cards.ts";

const placeSchema = z.tuple([z.string().max(300)]);
const maxFreezes = 100;

/**
 * A page of the grid of a section, by its rows: the newest card of each cell, the newest that is asked for there, and for
 * a row where nothing runs the newest of all. The first page has the freezes as well. However many cards there are, a
 * row has two for each column.
 */
export async function readGrid(
  db: Database,
  type: TypeRow,
  filter: Partial<CardFilter>,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ rows: CardRow[]; nextCursor: string | null }> {
  const { layout, needs } = sectionOptionsSchema.parse(type.options);
  const freeze = needs.find(({ is }) => is === "no_freeze")?.value ?? "";
  const { row, column } = layout;
  if (row === undefined || column === undefined) return { rows: [], nextCursor: null };
  const named = matching(db, type, filter)
    .innerJoin("card_values as r", (join) => join.onRef("r.card_id", "=", "c.id").on("r.field", "=", row))
    .where("c.stage", "<>", freeze);
  const rowName = byName("r.text_value");
  const { rows: names, nextCursor } = await fetchPage(
    page,
    placeSchema,
    (after, count) =>
      named
        .clearSelect()
        .select("r.text_value as name")
        .$narrowType<{ name: string }>()
        .groupBy("r.text_value")
        .where("r.text_value", "is not", null)
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(${rowName}, r.text_value COLLATE "C") > (${after?.[0] ?? ""}, ${after?.[0] ?? ""})`,
          ),
        )
        .orderBy(rowName)
        // Names that are written differently and compare as equal.
        .orderBy(sql`r.text_value COLLATE "C"`)
        .limit(count)
        .execute(),
    ({ name }) => [name],
  );
  const lost = type.stages.filter(({ kind }) => kind === "lost").map(({ id }) => id);
  const first = type.stages[0]?.id ?? "";
  const cells = await named
    .leftJoin("card_values as l", (join) => join.onRef("l.card_id", "=", "c.id").on("l.field", "=", column))
    .clearSelect()
    .select("c.id")
    .distinctOn(sql`r.text_value, part, at`)
    .select(
      sql<number>`CASE WHEN c.stage = ANY(${lost}::text[]) THEN 2 WHEN c.stage = ${first} THEN 1 ELSE 0 END`.as(
        "part",
      ),
    )
    .select(
      sql<string>`CASE WHEN c.stage = ANY(${lost}::text[]) THEN '' ELSE coalesce(l.text_value, '') END`.as(
        "at",
      ),
    )
    .where(sql<boolean>`r.text_value = ANY(${names.map(({ name }) => name)}::text[])`)
    .orderBy(sql`r.text_value, part, at, c.stage_since DESC, c.id DESC`)
    .execute();
  const freezes =
    page.cursor === undefined
      ? await matching(db, type, filter)
          .clearSelect()
          .select("c.id")
          .where("c.stage", "=", freeze)
          .orderBy("c.id")
          .limit(maxFreezes)
          .execute()
      : [];
  const ids = [...cells, ...freezes].map(({ id }) => id);
  const rows = await selectCards(db)
    .where(sql<boolean>`c.id = ANY(${ids}::uuid[])`)
    .where("c.deleted_at", "is", null)
    .orderBy("c.id")
    .execute();
  return { rows, nextCursor };
}
