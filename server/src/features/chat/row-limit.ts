import { type RawBuilder, sql } from "kysely";

/** Pages are asked for in these sizes at most, one row more than they show: few statements, each kept prepared. */
const steps = [1, 11, 26, 31, 51, 101, 201];

/**
 * A LIMIT that stands in the statement, for at least so many rows: whoever asks cuts off the rest. As a parameter it
 * would cost a plan with each run, since PostgreSQL keeps one only if it is as good as one made for the very values,
 * and for a page of any size it is one that reads everything.
 */
export function rowLimit(atLeast: number): RawBuilder<number> {
  return sql.lit(rowStep(atLeast));
}

/** The number that stands there. */
export function rowStep(atLeast: number): number {
  return steps.find((step) => step >= atLeast) ?? atLeast;
}
