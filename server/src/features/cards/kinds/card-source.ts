import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { sql } from "kysely";
import type { FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { selectNamed } from "../lists/named-cards.ts";
import { isReadable } from "../readable.ts";

/** Cards by their names, texts and fields, for those who may read their section. */
export const cardSource: SliceSearchSource = {
  kind: "card",
  isReadable: (_context, viewer, { id }) => sql<boolean>`EXISTS (SELECT FROM cards c
    JOIN card_types ct ON ct.id = c.type_id WHERE c.id = ${id} AND ${isReadable(viewer)})`,
  async present(_context, tx, viewer, ids) {
    const rows = await selectNamed(tx, viewer)
      .select([
        "c.body",
        "c.data",
        "c.created_at",
        "c.owner_id",
        "c.comment_count",
        "ct.department_id",
        "ct.fields",
      ])
      .where(sql<boolean>`c.id = ANY(${ids}::uuid[])`)
      .execute();
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          text: [row.body, ...textsOf(row)].filter(Boolean).join("\n"),
          at: row.created_at.toISOString(),
          personId: row.owner_id,
          departmentIds: [row.department_id],
          link: row.link,
          detail: {
            kind: "card",
            section: row.section,
            stage: row.stages.find(({ id }) => id === row.stage)?.name ?? row.stage,
            dueDate: row.due_on,
            commentCount: row.comment_count,
          },
        },
      ]),
    );
  },
};

function textsOf({ data, fields }: { data: CardData; fields: readonly CardField[] }): string[] {
  const retired = new Set(fields.filter(({ isRetired }) => isRetired).map(({ name }) => name));
  return Object.entries(data).flatMap(([name, value]) =>
    !retired.has(name) && isText(value) ? [value] : [],
  );
}

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const isText = (value: unknown): value is string => typeof value === "string" && !anId.test(value);
