import { readChoices } from "@atoll/contract/cards/choices";
import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { CardFilter } from "@atoll/contract/cards/filter";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { currentOption, namesOfOption } from "@atoll/contract/fields/field-schemas";
import { isDayBound, readWanted, type Wanted, withDays } from "@atoll/contract/fields/filter";
import { dayIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { selectCards } from "../present.ts";
import type { TypeRow } from "../public.ts";

/**
 * The cards of a section that a filter lets through. The viewer's right to the section was asked for before. Fields that
 * the section does not have, or has retired, limit nothing, so that no filter finds out what they hold.
 */
export function matching(db: Database, type: TypeRow, filter: Partial<CardFilter>) {
  const { stage, ownerId, q, from, until, choices = "", zone = "UTC" } = filter;
  const start = startOf(type);
  const today = dayIn(zone, new Date());
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
    .$if(q !== undefined && q !== "", (query) => query.where(hasText(type, q ?? "")))
    .where(all([...plainConditions(type, filter, today), ...fieldConditions(type, filter, today)]));
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** SQL: the day that a card starts on, where its section has a field for it. */
function startOf(type: TypeRow): RawBuilder<unknown> {
  const { starts } = sectionOptionsSchema.parse(type.options).layout;
  return starts === undefined
    ? sql`NULL::date`
    : sql`(SELECT start.date_value FROM card_values start WHERE start.card_id = c.id AND start.field = ${starts})`;
}

/**
 * SQL: the name, the notes, or a text or address among the fields contains the words, in any case. The index has all texts
 * of a card, those of retired fields too, and needs three letters in a row; each text is then compared itself.
 */
function hasText(type: TypeRow, words: string): RawBuilder<boolean> {
  const pattern = `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  const names = type.fields
    .filter(({ kind, isRetired }) => !isRetired && (kind === "text" || kind === "link"))
    .map(({ name }) => name);
  const isIn = (text: RawBuilder<unknown>) => sql<boolean>`position(lower(${words}) IN lower(${text})) > 0`;
  const folded = /[\p{L}\p{N}]{3}/u.test(words) ? sql`c.folded LIKE lower(${pattern}) AND` : sql``;
  return sql<boolean>`(${folded} (${isIn(sql`c.title`)} OR ${isIn(sql`c.body`)}
    OR EXISTS (SELECT FROM unnest(${names}::text[]) AS named (name) WHERE ${isIn(sql`c.data ->> named.name`)})))`;
}

function plainConditions(type: TypeRow, filter: Partial<CardFilter>, today: string): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  const stages = filter.stages?.filter((id) => type.stages.some((stage) => stage.id === id)) ?? [];
  if (stages.length > 0) conditions.push(sql`c.stage = ANY(${stages}::text[])`);
  const { owners } = filter;
  if (owners && owners.length > 0) {
    const ids = owners.filter((id) => id !== "none");
    const orNobody = ids.length < owners.length ? sql`OR c.owner_id IS NULL` : sql``;
    conditions.push(sql`(c.owner_id = ANY(${ids}::uuid[]) ${orNobody})`);
  }
  if (filter.stalled) conditions.push(isStalled(type));
  if (filter.due === "none") conditions.push(sql`c.due_on IS NULL`);
  else if (filter.due !== undefined) {
    const wanted = readWanted(withDays(filter.due, today));
    if (wanted.is === "within")
      conditions.push(sql`c.due_on IS NOT NULL`, ...bounds(sql`c.due_on`, wanted, dayOf));
  }
  return conditions;
}

/** SQL: an open card that nobody has changed for as long as its section allows. */
function isStalled(type: TypeRow): RawBuilder<boolean> {
  if (type.stale_days === null) return sql<boolean>`false`;
  const { templateStage } = sectionOptionsSchema.parse(type.options);
  const open = type.stages
    .filter(({ id, kind }) => kind === "open" && id !== templateStage)
    .map(({ id }) => id);
  return sql<boolean>`(c.stage = ANY(${open}::text[])
    AND c.updated_at < now() - make_interval(days => ${type.stale_days}))`;
}

/** SQL: a card has one of the wanted values in each field of a filter. */
function fieldConditions(
  type: TypeRow,
  { fields = {} }: Partial<CardFilter>,
  today: string,
): RawBuilder<boolean>[] {
  const approved = sectionOptionsSchema.parse(type.options).approvals?.fields ?? [];
  return Object.entries(fields).flatMap(([name, values]) => {
    const field = type.fields.find((one) => one.name === name && !one.isRetired);
    if (!field) return [];
    const wanted = values.map((value) => readWanted(withDays(value, today)));
    const conditions = wanted.flatMap((one) => {
      // An approval counts for one content, which only the server's code can name.
      if (approved.includes(name) && field.kind === "checklist" && one.is !== "empty") return [];
      return isWanted(type, field, one);
    });
    return conditions.length === 0 ? [] : [sql<boolean>`(${sql.join(conditions, sql` OR `)})`];
  });
}

function isWanted(type: TypeRow, field: CardField, wanted: Wanted): RawBuilder<boolean> {
  const { name, kind } = field;
  const json = sql`c.data -> ${name}::text`;
  const has = (condition: RawBuilder<unknown>) => sql<boolean>`EXISTS (SELECT FROM card_values w
    WHERE w.card_id = c.id AND w.type_id = ${type.id} AND w.field = ${name} AND ${condition})`;
  if (wanted.is === "empty") return sql<boolean>`(coalesce(${json}, 'null') IN ('null', '""', '[]'))`;
  if (kind === "checklist") return isTicked(json, wanted);
  if (wanted.is === "containing")
    return kind === "text" || kind === "link"
      ? sql<boolean>`position(lower(${wanted.text}) IN lower(c.data ->> ${name}::text)) > 0`
      : sql<boolean>`false`;
  if (kind === "number" || kind === "money" || kind === "date") {
    const range: Within =
      wanted.is === "within"
        ? wanted
        : { is: "within", from: wanted.value, to: wanted.value, currency: undefined };
    const ofCurrency = range.currency === undefined ? [] : [sql<boolean>`w.currency = ${range.currency}`];
    const [value, read] =
      kind === "date"
        ? ([sql`w.date_value`, dayOf] as const)
        : ([sql`w.number_value`, kind === "money" ? minorUnitsOf : numberOf] as const);
    return has(all([...ofCurrency, ...bounds(value, range, read)]));
  }
  if (wanted.is === "within") return sql<boolean>`false`;
  // Cards may have former names of an option while a job renames them.
  const option = kind === "choice" ? currentOption(field, wanted.value) : undefined;
  const names = option === undefined ? [wanted.value] : namesOfOption(field, option);
  return has(sql`w.text_value = ANY(${names}::text[])`);
}

function isTicked(list: RawBuilder<unknown>, wanted: Wanted): RawBuilder<boolean> {
  if (wanted.is !== "equal") return sql<boolean>`false`;
  const hasOpen = sql`${list} @> '[{"isDone": false}]'`;
  if (wanted.value === "open") return sql<boolean>`coalesce(${hasOpen}, false)`;
  return wanted.value === "done"
    ? sql<boolean>`(coalesce(${list}, '[]') <> '[]' AND NOT ${hasOpen})`
    : sql<boolean>`false`;
}

type Within = Extract<Wanted, { is: "within" }>;

/** SQL: a value is within bounds. A bound of another kind lets nothing through. */
function bounds(
  value: RawBuilder<unknown>,
  { from, to }: Within,
  read: (bound: string) => RawBuilder<unknown> | undefined,
): RawBuilder<boolean>[] {
  const one = (bound: string | undefined, sign: ">=" | "<=") => {
    if (bound === undefined) return [];
    const given = read(bound);
    return [given ? sql<boolean>`${value} ${sql.raw(sign)} ${given}` : sql<boolean>`false`];
  };
  return [...one(from, ">="), ...one(to, "<=")];
}

/** Days such as today were resolved in the viewer's time zone before. */
const dayOf = (bound: string) =>
  isDayBound(bound) && !bound.startsWith("today") ? sql`${bound}::date` : undefined;
const isNumber = (bound: string) => /^-?\d{1,13}(\.\d{1,6})?$/.test(bound);
const numberOf = (bound: string) => (isNumber(bound) ? sql`${bound}::numeric` : undefined);
const minorUnitsOf = (bound: string) => (isNumber(bound) ? sql`${bound}::numeric * 100` : undefined);
