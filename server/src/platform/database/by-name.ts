import { type RawBuilder, sql } from "kysely";

/**
 * SQL: a name as lists are ordered by it, in the order of its letters in any language, whatever the database's own order
 * is. Cursors compare by it, too. Specify the column, as `p.name`, or an expression.
 */
export function byName(name: string | RawBuilder<string>): RawBuilder<string> {
  return sql<string>`${typeof name === "string" ? sql.ref(name) : name} COLLATE by_name`;
}
