import { auditRoutes } from "@atoll/contract/audit/routes";
import type { AuditActor } from "@atoll/contract/audit/schemas";
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { type Actor, recordAct } from "../../platform/audit.ts";
import { toCsv } from "../../platform/csv.ts";
import { byName } from "../../platform/database/by-name.ts";
import { containsAllWords } from "../../platform/database/contains-all-words.ts";
import { erasedName } from "../../platform/kinds/erasure.ts";
import { fetchPage } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertMayReadAudit } from "./policy.ts";
import { presentEntry } from "./present.ts";
import { type EntryFilters, type EntryRow, selectEntries } from "./queries.ts";
import { verifyEntries } from "./verify-entries.ts";

const maxActors = 20;

/**
 * Returns people with entries in the log by their latest name, because people who have left are in no other list. Their
 * IDs are read one after the other from the index, however many entries each has.
 * @param typed words of the name, in any order; empty for everybody.
 */
async function findActors(db: Database, typed: string): Promise<AuditActor[]> {
  const isNamed =
    typed.trim() === "" ? sql<SqlBool>`true` : containsAllWords(sql`search_fold(last.name)`, typed);
  const { rows } = await sql<AuditActor>`
    WITH RECURSIVE actors AS (
      (SELECT actor_id AS id FROM audit_log WHERE actor_id IS NOT NULL ORDER BY actor_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.actor_id FROM audit_log e WHERE e.actor_id > actors.id ORDER BY e.actor_id LIMIT 1)
      FROM actors WHERE actors.id IS NOT NULL
    )
    SELECT actors.id, last.name, NOT EXISTS (SELECT FROM accounts a WHERE a.id = actors.id) AS "isGone"
    FROM actors, LATERAL (
      SELECT CASE WHEN EXISTS (SELECT FROM erasures x WHERE x.person_id = e.actor_id) THEN ${erasedName}
        ELSE coalesce(e.actor_name, '') END AS name
      FROM audit_log e WHERE e.actor_id = actors.id ORDER BY e.number DESC LIMIT 1
    ) last
    WHERE ${isNamed}
    ORDER BY "isGone", ${byName("last.name")}, actors.id
    LIMIT ${sql.lit(maxActors)}`.execute(db);
  return rows;
}

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
async function exportEntries(
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

const entryNumber = z.tuple([z.int().min(1)]);

/** The audit log: reading, exporting and checking it. Entries are written by `recordAct`. */
export function registerAudit({ routes, db }: SliceContext): void {
  routes.route(auditRoutes.listEntries, async ({ query }, { viewer }) => {
    assertMayReadAudit(viewer);
    const { rows, nextCursor } = await fetchPage(
      query,
      entryNumber,
      (after, count) => selectEntries(db, query, after?.[0], count),
      (row) => [row.number],
    );
    return { items: rows.map(presentEntry), nextCursor };
  });

  routes.route(auditRoutes.listActors, async ({ query }, { viewer }) => {
    assertMayReadAudit(viewer);
    return { actors: await findActors(db, query.search) };
  });

  routes.route(auditRoutes.exportEntries, async ({ query }, { viewer, viewerNow, request }) => {
    const { id, name } = viewer;
    const assertAllowed = async () => assertMayReadAudit(await viewerNow());
    return exportEntries(db, { actor: { id, name }, address: request.ip }, query, assertAllowed);
  });

  routes.route(auditRoutes.verifyEntries, async (_input, { viewer }) => {
    assertMayReadAudit(viewer);
    return verifyEntries(db);
  });
}
