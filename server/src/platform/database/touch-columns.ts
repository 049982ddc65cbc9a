import { sql } from "kysely";

/** The columns that every change of a row with a version sets. */
export const touchColumns = {
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
};
