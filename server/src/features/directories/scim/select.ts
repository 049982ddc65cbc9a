import { uuidPattern } from "@atoll/contract/uuid";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { type Filter, type FilterValue, parseFilter } from "./filter.ts";

type Condition = RawBuilder<SqlBool>;
type Compared = Extract<Filter, { kind: "compare" }>;

/** How an attribute is found in the rows. `exact` compares as it is written, `lower` is stored in lower case. */
type Column =
  | { kind: "text" | "lower" | "exact"; of: RawBuilder<string | null> }
  | { kind: "id"; of: RawBuilder<string> }
  | { kind: "boolean"; of: RawBuilder<boolean> }
  | { kind: "time"; of: RawBuilder<Date> };

const text = (of: RawBuilder<string | null>): Column => ({ kind: "text", of });

const times: Record<string, Column> = {
  "meta.created": { kind: "time", of: sql<Date>`created_at` },
  "meta.lastmodified": { kind: "time", of: sql<Date>`updated_at` },
};

const ofUsers: Record<string, Column> = {
  ...times,
  id: { kind: "id", of: sql<string>`id` },
  externalid: { kind: "exact", of: sql<string | null>`external_id` },
  username: text(sql`user_name`),
  displayname: text(sql`name`),
  active: { kind: "boolean", of: sql<boolean>`is_active` },
  department: text(sql`department`),
  emails: { kind: "lower", of: sql<string | null>`email` },
  "emails.value": { kind: "lower", of: sql<string | null>`email` },
  "name.formatted": text(sql`resource #>> '{name,formatted}'`),
  "name.givenname": text(sql`resource #>> '{name,givenName}'`),
  "name.familyname": text(sql`resource #>> '{name,familyName}'`),
};

const ofGroups: Record<string, Column> = {
  ...times,
  id: { kind: "id", of: sql<string>`id` },
  externalid: { kind: "exact", of: sql<string | null>`external_id` },
  displayname: text(sql`name`),
};

/**
 * Returns the SQL condition of a filter over `directory_people` or `directory_groups`.
 * @throws {AppError} `scim_filter_invalid`, also for an attribute that is not searched.
 */
export function conditionOf(filter: string | undefined, of: "Users" | "Groups"): Condition {
  if (filter === undefined || filter.trim() === "") return sql<SqlBool>`true`;
  return build(parseFilter(filter), of === "Users" ? ofUsers : ofGroups);
}

function build(filter: Filter, columns: Record<string, Column>): Condition {
  switch (filter.kind) {
    case "and":
      return sql<SqlBool>`(${build(filter.left, columns)} AND ${build(filter.right, columns)})`;
    case "or":
      return sql<SqlBool>`(${build(filter.left, columns)} OR ${build(filter.right, columns)})`;
    case "not":
      return sql<SqlBool>`(NOT coalesce(${build(filter.inner, columns)}, false))`;
    case "value":
      return within(filter, columns);
    default: {
      if (isMember(filter.attribute, columns)) return memberIs(filter);
      const column = Object.hasOwn(columns, filter.attribute) ? columns[filter.attribute] : undefined;
      return column ? compare(column, filter) : refuse();
    }
  }
}

/** Rows keep one email, whichever type it has; and only IDs of members are searched. */
function within(
  { attribute, inner }: Extract<Filter, { kind: "value" }>,
  columns: Record<string, Column>,
): Condition {
  if (inner.kind === "and") {
    const isType = (one: Filter) =>
      one.kind === "compare" && (one.attribute === "type" || one.attribute === "primary");
    if (isType(inner.left)) return within({ kind: "value", attribute, inner: inner.right }, columns);
    if (isType(inner.right)) return within({ kind: "value", attribute, inner: inner.left }, columns);
  }
  if (inner.kind !== "compare" || inner.attribute !== "value") return refuse();
  return build({ ...inner, attribute: `${attribute}.value` }, columns);
}

const isMember = (attribute: string, columns: Record<string, Column>) =>
  columns === ofGroups && (attribute === "members" || attribute === "members.value");

function memberIs({ operator, value }: Compared): Condition {
  if (operator !== "eq" || typeof value !== "string") return refuse();
  if (!uuidPattern.test(value)) return sql<SqlBool>`false`;
  return sql<SqlBool>`EXISTS (SELECT FROM directory_members m
    WHERE m.group_id = directory_groups.id AND (m.person_id = ${value}::uuid OR m.child_id = ${value}::uuid))`;
}

function compare(column: Column, { operator, value }: Compared): Condition {
  if (operator === "pr") return sql<SqlBool>`(${column.of} IS NOT NULL)`;
  if (column.kind === "boolean") {
    const wanted = String(value).toLowerCase() === "true";
    if (operator !== "eq" && operator !== "ne") return refuse();
    return sql<SqlBool>`(${column.of} = ${operator === "eq" ? wanted : !wanted})`;
  }
  if (typeof value !== "string") return refuse();
  if (column.kind === "time") return compareTimes(column.of, operator, value);
  if (column.kind === "id") {
    if (operator !== "eq" && operator !== "ne") return refuse();
    // A text that is no ID is the ID of nothing.
    if (!uuidPattern.test(value)) return operator === "eq" ? sql<SqlBool>`false` : sql<SqlBool>`true`;
    return operator === "eq"
      ? sql<SqlBool>`(${column.of} = ${value}::uuid)`
      : sql<SqlBool>`(${column.of} <> ${value}::uuid)`;
  }
  const wanted = column.kind === "exact" ? sql<string>`${value}::text` : sql<string>`lower(${value}::text)`;
  return compareTexts(column.kind === "text" ? sql`lower(${column.of})` : column.of, wanted, operator);
}

function compareTexts(
  actual: RawBuilder<string | null>,
  wanted: RawBuilder<string>,
  operator: Compared["operator"],
): Condition {
  switch (operator) {
    case "eq":
      return sql<SqlBool>`(${actual} = ${wanted})`;
    case "ne":
      return sql<SqlBool>`(${actual} IS DISTINCT FROM ${wanted})`;
    case "co":
      return sql<SqlBool>`(position(${wanted} IN ${actual}) > 0)`;
    case "sw":
      return sql<SqlBool>`starts_with(${actual}, ${wanted})`;
    case "ew":
      return sql<SqlBool>`(right(${actual}, length(${wanted})) = ${wanted})`;
    default:
      return refuse();
  }
}

const signs: Partial<Record<Compared["operator"], RawBuilder<unknown>>> = {
  ...{ eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` },
};

function compareTimes(
  column: RawBuilder<Date>,
  operator: Compared["operator"],
  value: FilterValue,
): Condition {
  const [sign, at] = [signs[operator], new Date(String(value))];
  if (!sign || Number.isNaN(at.getTime())) return refuse();
  return sql<SqlBool>`(date_trunc('milliseconds', ${column}) ${sign} ${at})`;
}

function refuse(): never {
  throw new AppError("scim_filter_invalid");
}
