import { type Actor, recordAct } from "../../platform/audit.ts";
import { toCsv } from "../../platform/csv.ts";
import type { Database } from "../../tables.ts";
import { presentEntry } from "./present.ts";
import { type EntryFilters, type EntryRow, selectEntries } from "./queries.ts";

/** The number of entries that a spreadsheet opens easily and one response can hold. */
const maxEntries = 50_000;
/** Small enough that other requests are answered between two of them. */
const batchSize = 1_000;

const columns = [
  "number",
  "at",
  "actor",
  "actor id",
  "action",
  "subject type",
  "subject",
  "subject id",
  "before",
  "after",
  "address",
  "hash",
];

/**
 * Returns the matching entries as CSV, newest first, at most 50,000. The export is recorded before anything is
 * returned.
 * @param assertAllowed throws if the viewer may no longer read the log. Called before each part.
 * @returns `isWhole` is false if there were more.
 */
export async function exportEntries(
  db: Database,
  acting: { actor: Actor; address: string },
  filters: EntryFilters,
  assertAllowed: () => Promise<void>,
): Promise<{ csv: string; isWhole: boolean }> {
  const parts = [toCsv([columns])];
  let count = 0;
  let before: number | undefined;
  let hasMore = true;
  while (hasMore && count < maxEntries) {
    await assertAllowed();
    const limit = Math.min(batchSize, maxEntries - count);
    const rows = await selectEntries(db, filters, before, limit + 1);
    const batch = rows.slice(0, limit);
    hasMore = rows.length > limit;
    parts.push(toCsv(batch.map(toCells)));
    count += batch.length;
    before = batch.at(-1)?.number;
  }
  await recordAct(db, { ...acting, action: "audit.exported", after: { ...filters, count } });
  return { csv: parts.join(""), isWhole: !hasMore };
}

function toCells(row: EntryRow): (string | number)[] {
  const { number, at, actor, action, subject, before, after, address, hash } = presentEntry(row);
  return [
    number,
    at,
    actor?.name ?? "",
    actor?.id ?? "",
    action,
    subject?.type ?? "",
    subject?.name ?? "",
    subject?.id ?? "",
    before === null ? "" : JSON.stringify(before),
    after === null ? "" : JSON.stringify(after),
    address,
    hash,
  ];
}
