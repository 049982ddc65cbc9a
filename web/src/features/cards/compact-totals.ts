import type { MoneyTotal } from "@atoll/contract/cards/schemas";
import { formatShort } from "./words.ts";

/** The totals of a stage in its head: "241k EUR", the others after a plus. */
export function compactTotals(totals: readonly MoneyTotal[]): string {
  return totals.map(formatShort).join(" + ");
}
