import { currentOption, namesOfOption } from "@atoll/contract/fields/field-schemas";
import { type FieldFilter, readWanted, type Wanted } from "@atoll/contract/fields/filter";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { readFieldSets } from "./field-sets.ts";

/** The field of the company's own with this name; undefined if there is none, or it is retired. */
export async function findField(db: Database, name: string): Promise<TaskField | undefined> {
  const sets = await readFieldSets(db);
  return sets.flatMap(({ fields }) => fields).find((field) => field.name === name && !field.isRetired);
}

/**
 * SQL: the tasks `t` have one of the wanted values in each field of a filter. Links and saved views may have former names
 * of options, and so may tasks, while a job renames them: both mean the present option.
 */
export async function hasWantedFields(db: Database, filter: FieldFilter): Promise<RawBuilder<boolean>[]> {
  const entries = Object.entries(filter);
  if (entries.length === 0) return [];
  const fields = (await readFieldSets(db)).flatMap((set) => set.fields);
  return entries.map(([name, values]) => {
    const field = fields.find((one) => one.name === name);
    const conditions = values.flatMap((value) =>
      everyName(field, readWanted(value)).map((wanted) => isWanted(name, wanted)),
    );
    return sql<boolean>`(${sql.join(conditions, sql` OR `)})`;
  });
}

/** One wanted value, by every name that it may have. */
function everyName(field: TaskField | undefined, wanted: Wanted): Wanted[] {
  if (wanted.is !== "equal" || !field?.options) return [wanted];
  const option = currentOption(field, wanted.value);
  if (option === undefined) return [wanted];
  return namesOfOption(field, option).map((value) => ({ is: "equal", value }));
}

/** Each of equal values is found by the index of fields, whatever the kind of the field. */
function isWanted(name: string, wanted: Wanted): RawBuilder<boolean> {
  const has = (value: unknown) => sql<boolean>`t.fields @> ${JSON.stringify({ [name]: value })}::jsonb`;
  const value = sql`t.fields -> ${name}::text`;
  switch (wanted.is) {
    case "empty":
      return sql<boolean>`NOT t.fields ? ${name}`;
    case "equal":
      return wanted.value === "true"
        ? sql<boolean>`(${has(true)} OR ${has("true")} OR ${has(["true"])})`
        : sql<boolean>`(${has(wanted.value)} OR ${has([wanted.value])})`;
    case "containing":
      return sql<boolean>`(jsonb_typeof(${value}) = 'string' AND strpos(lower(t.fields ->> ${name}::text), lower(${wanted.text})) > 0)`;
    case "within":
      return isWithin(name, wanted);
  }
}

function isWithin(name: string, { from, to, currency }: Extract<Wanted, { is: "within" }>) {
  const value = sql`t.fields -> ${name}::text`;
  const parts: RawBuilder<boolean>[] = [];
  if (currency !== undefined) parts.push(sql<boolean>`${value} ->> 'currency' = ${currency}`);
  const add = (bound: string | undefined, sign: ">=" | "<=") => {
    if (bound === undefined) return;
    const isNumber = Number.isFinite(Number(bound));
    const compared = isNumber ? sql`${numberOf(name)} ${sql.raw(sign)} ${bound}::numeric` : sql`FALSE`;
    parts.push(sql<boolean>`CASE jsonb_typeof(${value}) WHEN 'string'
      THEN t.fields ->> ${name}::text COLLATE "C" ${sql.raw(sign)} ${bound} ELSE ${compared} END`);
  };
  add(from, ">=");
  add(to, "<=");
  return parts.length === 0
    ? sql<boolean>`t.fields ? ${name}`
    : sql<boolean>`(${sql.join(parts, sql` AND `)})`;
}

/** SQL: a number, or the amount of money in its main unit; null for other values. */
function numberOf(name: string): RawBuilder<number | null> {
  const value = sql`t.fields -> ${name}::text`;
  return sql<number | null>`CASE jsonb_typeof(${value}) WHEN 'number' THEN (${value})::numeric
    WHEN 'object' THEN (${value} -> 'amount')::numeric / 100 END`;
}

/** SQL: the value by which lists are grouped, as text; null for none. */
export function fieldGroupValue(name: string, field: TaskField | undefined): RawBuilder<string | null> {
  return field ? textOf(field) : sql<string | null>`t.fields ->> ${name}::text`;
}

/** SQL: a value as text. Options have their present names. */
function textOf({ name, options = [], aliases = [] }: TaskField): RawBuilder<string | null> {
  const text = sql<string | null>`t.fields ->> ${name}::text`;
  const renamed = aliases.filter(({ from, to }) => options.includes(to) && !options.includes(from));
  if (renamed.length === 0) return text;
  const names = JSON.stringify(Object.fromEntries(renamed.map(({ from, to }) => [from, to])));
  return sql<string | null>`coalesce(${names}::jsonb ->> (${text}), ${text})`;
}

/** SQL: the sort key of a field, as text in byte order. Tasks without a value come last in ascending order. */
export function fieldSortKey(field: TaskField | undefined): RawBuilder<string> {
  if (!field) return sql<string>`''`;
  const text = textOf(field);
  if (field.kind === "number" || field.kind === "money")
    // Shifted, so that negative numbers come first.
    return sql<string>`coalesce(to_char(${numberOf(field.name)} + 1000000000000, 'FM00000000000000.000000'), '~')`;
  if (field.kind === "choice")
    return sql<string>`coalesce(lpad(array_position(${field.options ?? []}::text[], ${text})::text, 2, '0'), '~')`;
  // As much as a cursor has room for; texts that begin alike are ordered by their IDs. Upper bound of all letters.
  return sql<string>`coalesce(left(lower(${text}), 200), U&'\\+10FFFF')`;
}
