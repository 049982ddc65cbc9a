import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { sql } from "kysely";
import type { Fact, FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { selectNamed } from "../lists/named-cards.ts";
import { isReadable } from "../readable.ts";

/** Cards by their names, texts and fields, for those who may read their section. */
export const cardSource: SliceSearchSource = {
  kind: "card",
  isReadable: (_context, viewer, { id }) => sql<boolean>`EXISTS (SELECT FROM cards c
    JOIN card_types ct ON ct.id = c.type_id WHERE c.id = ${id} AND ${isReadable(viewer)})`,
  async present({ people }, tx, viewer, ids, { isQuoted }) {
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
    const known = await people.of(isQuoted ? rows.flatMap(personsOf) : []);
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          text: [row.body, ...(isQuoted ? linesOf(factsOf(row, known)) : textsOf(row))]
            .filter(Boolean)
            .join("\n"),
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

interface Fields {
  data: CardData;
  fields: readonly CardField[];
}

/** The people in the fields of a card. */
function personsOf({ data, fields }: Fields): string[] {
  return fields.flatMap(({ name, kind, isRetired }) => {
    const value = data[name];
    return kind === "person" && !isRetired && typeof value === "string" ? [value] : [];
  });
}

/** The values of a card under the names that its section gives them, in the order of the section. */
function factsOf({ data, fields }: Fields, people: ReadonlyMap<string, { name: string }>): Fact[] {
  return fields.flatMap(({ name, label, kind, isRetired }) => {
    const value = data[name];
    const text =
      kind === "person" && typeof value === "string" ? people.get(value)?.name : writeValue(value ?? null);
    return isRetired || !text ? [] : [{ name: label, value: text }];
  });
}

function writeValue(value: CardData[string]): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value.map(({ text, isDone }) => `${text}${isDone ? " (done)" : ""}`).join("; ");
  if (typeof value === "object")
    return `${(value.amount / 100).toFixed(2).replace(/\.00$/, "")} ${value.currency}`;
  return typeof value === "string" && anId.test(value) ? "" : String(value);
}

const linesOf = (facts: readonly Fact[]) => facts.map(({ name, value }) => `${name}: ${value}`);

function textsOf({ data, fields }: Fields): string[] {
  const retired = new Set(fields.filter(({ isRetired }) => isRetired).map(({ name }) => name));
  return Object.entries(data).flatMap(([name, value]) =>
    !retired.has(name) && isText(value) ? [value] : [],
  );
}

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const isText = (value: unknown): value is string => typeof value === "string" && !anId.test(value);
