import { readChoices } from "@atoll/contract/cards/choices";
import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { CardSort } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { idSchema } from "@atoll/contract/identifiers";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import { selectCards } from "../present.ts";
import type { TypeRow } from "../public.ts";

export interface Filter {
  stage?: string | undefined;
  ownerId?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  choices?: string | undefined;
}

interface Order {
  /** The sort key of the list: never null, so that a cursor can hold it. */
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  direction: "asc" | "desc";
}

/** Texts are cut for the cursor. */
const maxKey = 200;
// A character may take two units.
const placeSchema = z.tuple([z.string().max(2 * maxKey), idSchema]);

/** A page of a section's cards. The viewer's right to the section was asked for before. */
export function listCards(
  db: Database,
  type: TypeRow,
  filter: Filter,
  { sort, by }: { sort: CardSort; by?: string | undefined },
  page: { cursor?: string | undefined; limit: number },
) {
  const field =
    sort === "field" ? type.fields.find(({ name, isRetired }) => name === by && !isRetired) : undefined;
  const isNumber = field?.kind === "number" || field?.kind === "money";
  const sortedBy = (sort === "field" ? by : type.value_field) ?? "";
  if (sort === "value" || isNumber)
    return fetchPage(
      page,
      placeSchema,
      (after, count) =>
        selectByNumber(matching(db, type, filter), { typeId: type.id, field: sortedBy }, after, count),
      (row) => [row.place, row.id],
    );
  const { key, type: keyType, direction } = sort === "field" ? orderBy(field) : orders[sort];
  const way = sql.raw(direction);
  return fetchPage(
    page,
    placeSchema,
    (after, count) =>
      matching(db, type, filter)
        .leftJoin("card_values as v", (join) =>
          join.onRef("v.card_id", "=", "c.id").on("v.field", "=", sortedBy),
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

type Matching = ReturnType<typeof matching>;

/**
 * The largest numbers first, then the cards without one. These are two queries: a join that keeps every card would have
 * to sort all of them, where the index of numbers has their order.
 */
async function selectByNumber(
  cards: Matching,
  { typeId, field }: { typeId: string; field: string },
  after: z.infer<typeof placeSchema> | undefined,
  count: number,
) {
  const [number = "", id = ""] = after ?? [];
  const numbered =
    after && number === ""
      ? []
      : await cards
          .innerJoin("card_values as v", "v.card_id", "c.id")
          .select(sql<string>`v.number_value::text`.as("place"))
          .where("v.type_id", "=", typeId)
          .where("v.field", "=", field)
          .where("v.number_value", "is not", null)
          .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(v.number_value, v.card_id) < (${number}::numeric, ${id}::uuid)`),
          )
          .orderBy(sql`v.number_value DESC, v.card_id DESC`)
          .limit(count)
          .execute();
  if (numbered.length === count) return numbered;
  const others = await cards
    .select(sql<string>`''`.as("place"))
    .where(sql<boolean>`NOT EXISTS (SELECT FROM card_values v WHERE v.card_id = c.id AND v.field = ${field}
      AND v.number_value IS NOT NULL)`)
    .$if(after !== undefined && number === "", (query) => query.where("c.id", "<", id))
    .orderBy("c.id", "desc")
    .limit(count - numbered.length)
    .execute();
  return [...numbered, ...others];
}

const orders: Record<Exclude<CardSort, "field" | "value">, Order> = {
  position: { key: sql`c.rank`, type: sql`text`, direction: "asc" },
  title: { key: sql`lower(c.title)`, type: sql`text`, direction: "asc" },
  due: { key: sql`coalesce(c.due_on, '9999-12-31'::date)`, type: sql`date`, direction: "asc" },
  updated: { key: sql`c.updated_at`, type: sql`timestamptz`, direction: "desc" },
};

/** The first cards of each stage, and how many there are. The viewer's right to the section was asked for before. */
export async function readBoard(db: Database, type: TypeRow, filter: Filter, limit: number) {
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

/** By what a field holds; cards without a value come last. */
function orderBy(field: CardField | undefined): Order {
  if (field?.kind === "date")
    return { key: sql`coalesce(v.date_value, '9999-12-31'::date)`, type: sql`date`, direction: "asc" };
  const text = sql`left(lower(v.text_value), ${sql.lit(maxKey)})`;
  return { key: sql`coalesce(${text}, '\uffff')`, type: sql`text`, direction: "asc" };
}

/** The cards of a section that a filter lets through. */
export function matching(db: Database, type: TypeRow, filter: Filter) {
  const { stage, ownerId, q, from, until, choices = "" } = filter;
  const start = startOf(type);
  return readChoices(choices)
    .reduce(
      (query, [field, value]) =>
        query.where(sql<boolean>`EXISTS (SELECT FROM card_values chosen WHERE chosen.card_id = c.id
          AND chosen.type_id = ${type.id} AND chosen.field = ${field} AND chosen.text_value = ${value})`),
      selectCards(db).where("c.type_id", "=", type.id),
    )
    .where("c.deleted_at", "is", null)
    .where("c.merged_into_id", "is", null)
    .$if(from !== undefined, (query) =>
      query.where(sql<boolean>`coalesce(c.due_on, ${start}) >= ${from}::date`),
    )
    .$if(until !== undefined, (query) =>
      query.where(sql<boolean>`coalesce(${start}, c.due_on) <= ${until}::date`),
    )
    .$if(stage !== undefined, (query) => query.where("c.stage", "=", stage ?? ""))
    .$if(ownerId !== undefined, (query) => query.where("c.owner_id", "=", ownerId ?? ""))
    .$if(q !== undefined && q !== "", (query) =>
      query.where(sql<boolean>`position(lower(${q}) IN lower(c.title)) > 0`),
    );
}

/** SQL: the day that a card starts on, where its section has a field for it. */
function startOf(type: TypeRow): RawBuilder<unknown> {
  const { starts } = sectionOptionsSchema.parse(type.options).layout;
  return starts === undefined
    ? sql`NULL::date`
    : sql`(SELECT start.date_value FROM card_values start WHERE start.card_id = c.id AND start.field = ${starts})`;
}
