import { type RawBuilder, sql } from "kysely";

/** Limits for pages, one row more than they show: few different statements, each of which stays prepared. */
const steps = [1, 11, 26, 31, 51, 101, 201];

/**
 * Returns a literal LIMIT for at least this many rows: the caller cuts off the rest. As a parameter, it would cost a
 * plan for each execution, because PostgreSQL only keeps a generic plan that is as good as a custom one, and the
 * generic plan for a page of any size reads everything.
 */
export function rowLimit(atLeast: number): RawBuilder<number> {
  return sql.lit(rowStep(atLeast));
}

/** Returns that number. */
export function rowStep(atLeast: number): number {
  return steps.find((step) => step >= atLeast) ?? atLeast;
}
