import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { CardFilter } from "@atoll/contract/cards/filter";
import type { CardOrder, CardSort } from "@atoll/contract/cards/limits";
import { idSchema } from "@atoll/contract/identifiers";
import { uuidSource } from "@atoll/contract/uuid";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { TypeRow } from "../public.ts";
import { matching } from "./filter-cards.ts";

interface Order {
  /** The value that a list is sorted by. */
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  /** The direction without a choice. */
  usual: CardOrder;
  /** SQL: a card has a value. Left out where every card has one. */
  has?: RawBuilder<boolean>;
  /** The name of the field whose typed value, as `v`, is the key. */
  field?: string;
}

/** Texts are cut for the cursor. */
const maxKey = 200;
// A character may take two units. Null: among the cards without a value.
const placeSchema = z.tuple([
  z
    .string()
    .max(2 * maxKey)
    .nullable(),
  idSchema,
]);
type Place = z.infer<typeof placeSchema>;

interface Sorted {
  sort: CardSort;
  by?: string | undefined;
  order?: CardOrder | undefined;
}

/**
 * A page of a section's cards. Those without a value come last in both directions. The viewer's right to the section was
 * asked for before.
 */
export function listCards(
  db: Database,
  type: TypeRow,
  filter: Partial<CardFilter>,
  sorted: Sorted,
  page: { cursor?: string | undefined; limit: number },
) {
  const order = orderOf(type, sorted);
  const isRising = (sorted.order ?? order.usual) === "ascending";
  return fetchPage(
    page,
    placeSchema,
    (after, count) =>
      selectPart(matching(db, type, filter), { typeId: type.id, isRising, ...order }, after, count),
    (row) => [row.place, row.id],
  );
}

/**
 * The cards with a value, then those without. These are two queries: a join that keeps every card would have to sort all
 * of them, where the indexes of typed values, names and dates have their order.
 */
async function selectPart(
  cards: ReturnType<typeof matching>,
  { key, type, has, field, typeId, isRising }: Order & { typeId: string; isRising: boolean },
  after: Place | undefined,
  count: number,
) {
  const [value = null, id = ""] = after ?? [];
  const way = sql.raw(isRising ? "ASC" : "DESC");
  const sign = sql.raw(isRising ? ">" : "<");
  const cardId = field === undefined ? sql`c.id` : sql`v.card_id`;
  const valued =
    after && value === null
      ? []
      : await cards
          .$if(field !== undefined, (query) =>
            query.innerJoin("card_values as v", (join) =>
              join
                .onRef("v.card_id", "=", "c.id")
                .on("v.type_id", "=", typeId)
                .on("v.field", "=", field ?? ""),
            ),
          )
          .select(sql<string | null>`(${key})::text`.as("place"))
          .$if(has !== undefined, (query) => query.where(has ?? sql<boolean>`true`))
          .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(${key}, ${cardId}) ${sign} (${value}::${type}, ${id}::uuid)`),
          )
          .orderBy(sql`${key} ${way}, ${cardId} ${way}`)
          .limit(count)
          .execute();
  if (valued.length === count || has === undefined) return valued;
  const hasValue =
    field === undefined
      ? has
      : sql<boolean>`EXISTS (SELECT FROM card_values v WHERE v.card_id = c.id AND v.field = ${field} AND ${has})`;
  const others = await cards
    .select(sql<string | null>`NULL::text`.as("place"))
    .where(sql<boolean>`NOT ${hasValue}`)
    .$if(after !== undefined && value === null, (query) =>
      query.where(sql<boolean>`c.id ${sign} ${id}::uuid`),
    )
    .orderBy(sql`c.id ${way}`)
    .limit(count - valued.length)
    .execute();
  return [...valued, ...others];
}

const nameOf = (person: RawBuilder<unknown>) =>
  sql`(SELECT left(lower(p.name), ${sql.lit(maxKey)}) FROM profiles p WHERE p.id = ${person})`;
const latest = sql.lit("9999-12-31");

const orders: Record<Exclude<CardSort, "field" | "value" | "stage">, Order> = {
  position: { key: sql`c.rank`, type: sql`text`, usual: "ascending" },
  title: { key: sql`lower(c.title)`, type: sql`text`, usual: "ascending" },
  owner: {
    key: nameOf(sql`c.owner_id`),
    type: sql`text`,
    usual: "ascending",
    has: sql<boolean>`(c.owner_id IS NOT NULL)`,
  },
  // As the index has it.
  due: {
    key: sql`coalesce(c.due_on, ${latest}::date)`,
    type: sql`date`,
    usual: "ascending",
    has: sql<boolean>`(coalesce(c.due_on, ${latest}::date) < ${latest}::date)`,
  },
  updated: { key: sql`c.updated_at`, type: sql`timestamptz`, usual: "descending" },
  created: { key: sql`c.created_at`, type: sql`timestamptz`, usual: "descending" },
};

function orderOf(type: TypeRow, { sort, by }: Sorted): Order {
  if (sort === "stage")
    return {
      key: sql`coalesce(array_position(${type.stages.map(({ id }) => id)}::text[], c.stage), 0)`,
      type: sql`int`,
      usual: "ascending",
    };
  if (sort !== "field" && sort !== "value") return orders[sort];
  const name = sort === "value" ? type.value_field : by;
  const field = type.fields.find((one) => one.name === name && !one.isRetired);
  return field ? orderOfField(field) : orders.updated;
}

function orderOfField(field: CardField): Order {
  const { name, kind, options = [] } = field;
  const typed = { field: name, usual: "ascending" as const };
  switch (kind) {
    case "number":
    case "money":
      return {
        ...typed,
        key: sql`v.number_value`,
        type: sql`numeric`,
        usual: "descending",
        has: sql<boolean>`(v.number_value IS NOT NULL)`,
      };
    case "date":
      return {
        ...typed,
        key: sql`v.date_value`,
        type: sql`date`,
        has: sql<boolean>`(v.date_value IS NOT NULL)`,
      };
    case "choice": {
      // In the order of the options. One that a job still renames comes behind them.
      const place = sql`coalesce(array_position(${options}::text[], v.text_value), ${options.length + 1})`;
      return { ...typed, key: place, type: sql`int`, has: sql<boolean>`(v.text_value IS NOT NULL)` };
    }
    case "person": {
      // A value may still be that of another kind, until a job has converted it.
      const id = sql`CASE WHEN v.text_value ~ ${`^${uuidSource}$`} THEN v.text_value::uuid END`;
      const key = sql`coalesce(${nameOf(id)}, '')`;
      return { ...typed, key, type: sql`text`, has: sql<boolean>`(v.text_value <> '')` };
    }
    case "checklist": {
      const list = sql`c.data -> ${name}::text`;
      // The share that is done.
      const key = sql`(SELECT round(avg(CASE WHEN item @> '{"isDone": true}' THEN 1 ELSE 0 END), 4)
        FROM jsonb_array_elements(CASE jsonb_typeof(${list}) WHEN 'array' THEN ${list} ELSE '[]' END) AS item)`;
      return {
        key,
        type: sql`numeric`,
        usual: "ascending",
        has: sql<boolean>`(coalesce(${list}, '[]') <> '[]')`,
      };
    }
    default:
      return {
        ...typed,
        key: sql`left(lower(v.text_value), ${sql.lit(maxKey)})`,
        type: sql`text`,
        has: sql<boolean>`(v.text_value <> '')`,
      };
  }
}

/** The first cards of each stage, and how many there are. The viewer's right to the section was asked for before. */
export async function readBoard(db: Database, type: TypeRow, filter: Partial<CardFilter>, limit: number) {
  const stages =
    filter.stage === undefined ? type.stages : type.stages.filter(({ id }) => id === filter.stage);
  const [counts, columns] = await Promise.all([
    db
      .selectFrom(matching(db, type, filter).as("m"))
      .select(["m.stage", ({ fn }) => fn.countAll<number>().as("total")])
      .groupBy("m.stage")
      .execute(),
    Promise.all(
      stages.map(({ id }) => listCards(db, type, { ...filter, stage: id }, { sort: "position" }, { limit })),
    ),
  ]);
  return stages.map(({ id: stage }, at) => ({
    stage,
    rows: columns[at]?.rows ?? [],
    total: counts.find((one) => one.stage === stage)?.total ?? 0,
    nextCursor: columns[at]?.nextCursor ?? null,
  }));
}
