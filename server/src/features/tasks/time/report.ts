import { daySchema, idSchema } from "@atoll/contract/identifiers";
import { writeDuration } from "@atoll/contract/tasks/duration";
import { maxReportDays } from "@atoll/contract/tasks/limits";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { daysFrom } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import { fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { isReadable } from "../readable.ts";

interface Sources {
  db: Database;
  people: People;
}

interface ReportFilter {
  from: string;
  to: string;
  personId?: string | undefined;
  departmentId?: string | undefined;
}

/** The entries of a task that the viewer may read, the newest day first. */
export async function listTime(
  { db, people }: Sources,
  taskId: string,
  page: { cursor?: string | undefined; limit: number },
) {
  const { rows, nextCursor } = await fetchPage(
    page,
    placeSchema,
    (after, count) =>
      selectEntries(db)
        .where("e.task_id", "=", taskId)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(e.day, e.id) < (${after?.[0]}::date, ${after?.[1]}::uuid)`),
        )
        .orderBy("e.day", "desc")
        .orderBy("e.id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.day, row.id],
  );
  const known = await people.of(rows.map(({ user_id }) => user_id));
  const items = rows.flatMap(({ user_id, task_id: taskId, created_at, ...row }) => {
    const person = known.get(user_id);
    return person ? [{ ...row, taskId, person, createdAt: created_at.toISOString() }] : [];
  });
  return { items, nextCursor };
}

/**
 * Returns the minutes by person and day: the viewer's own, and for those who manage tasks, those of others on tasks of
 * departments.
 * @throws {AppError} `invalid_request` for a time that is too long, or ends before it begins; `time_report_too_large`: a
 *   sum never leaves out rows.
 */
export async function readReport({ db, people }: Sources, viewer: RequestViewer, filter: ReportFilter) {
  assertPeriod(filter);
  const rows = await selectEntries(db)
    .clearSelect()
    .select(["e.user_id", day, ({ fn }) => fn.sum<string>("e.minutes").as("minutes")])
    .where(isReported(viewer, filter))
    .groupBy(["e.user_id", "e.day"])
    .orderBy("e.day")
    .orderBy("e.user_id")
    .limit(maxReportRows + 1)
    .execute();
  if (rows.length > maxReportRows) throw new AppError("time_report_too_large");
  const known = await people.of(rows.map(({ user_id }) => user_id));
  const shown = rows.flatMap(({ user_id, day: date, minutes }) => {
    const person = known.get(user_id);
    return person ? [{ person, day: date, minutes: Number(minutes) }] : [];
  });
  return { rows: shown, total: shown.reduce((sum, { minutes }) => sum + minutes, 0) };
}

/** People times days. */
const maxReportRows = 10_000;

const columns = ["day", "person", "task", "department", "minutes", "duration", "note"];

/** Returns a part of the entries of a report as CSV, the oldest day first. The first part starts with the header row. */
export async function exportTime(
  { db, people }: Sources,
  viewer: RequestViewer,
  { cursor, limit, ...filter }: ReportFilter & { cursor?: string | undefined; limit: number },
): Promise<{ csv: string; count: number; nextCursor: string | null }> {
  assertPeriod(filter);
  const { rows, nextCursor } = await fetchPage(
    { cursor, limit },
    placeSchema,
    (after, count) =>
      selectEntries(db)
        .leftJoin("departments as d", "d.id", "t.department_id")
        .select(["d.name as department", "t.department_id", "t.title"])
        // The names of tasks that the viewer may no longer read stay hidden, as everywhere.
        .select(isReadable(viewer).as("is_readable"))
        .where(isReported(viewer, filter))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(e.day, e.id) > (${after?.[0]}::date, ${after?.[1]}::uuid)`),
        )
        .orderBy("e.day")
        .orderBy("e.id")
        .limit(count)
        .execute(),
    (row) => [row.day, row.id],
  );
  const known = await people.of(rows.map(({ user_id }) => user_id));
  // Names of departments are for their members, as in lists: a watcher of a task may be in none of them.
  const own = new Set(viewer.departments.map(({ id }) => id));
  const isNamed = (id: string | null) => id !== null && (canManageTasks(viewer) || own.has(id));
  const cells = rows.map((row) => [
    row.day,
    known.get(row.user_id)?.name ?? "",
    row.is_readable ? row.title : "A task that you cannot see",
    isNamed(row.department_id) ? (row.department ?? "") : "",
    row.minutes,
    writeDuration(row.minutes),
    row.note,
  ]);
  const csv = cursor === undefined ? csvBeginning + toCsv([columns, ...cells]) : toCsv(cells);
  return { csv, count: rows.length, nextCursor };
}

const placeSchema = z.tuple([daySchema, idSchema]);
const day = sql<string>`e.day::text`.as("day");

function selectEntries(db: Database) {
  return db
    .selectFrom("task_time_entries as e")
    .innerJoin("tasks as t", "t.id", "e.task_id")
    .select(["e.id", "e.task_id", "e.user_id", day, "e.minutes", "e.note", "e.created_at"]);
}

function isReported(
  viewer: RequestViewer,
  { from, to, personId, departmentId }: ReportFilter,
): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`e.day BETWEEN ${from}::date AND ${to}::date`,
    sql<boolean>`t.deleted_at IS NULL`,
  ];
  parts.push(
    canManageTasks(viewer)
      ? sql<boolean>`(e.user_id = ${viewer.id} OR t.department_id IS NOT NULL)`
      : sql<boolean>`e.user_id = ${viewer.id}`,
  );
  if (personId !== undefined) parts.push(sql<boolean>`e.user_id = ${personId}`);
  if (departmentId !== undefined) parts.push(sql<boolean>`t.department_id = ${departmentId}`);
  return sql<boolean>`(${sql.join(parts, sql` AND `)})`;
}

function assertPeriod({ from, to }: ReportFilter): void {
  if (to >= from && daysFrom(from, to) < maxReportDays) return;
  const message = to < from ? "This is before the first day" : "Choose at most a year";
  throw new AppError("invalid_request", { fields: [{ path: "to", message }] });
}
