import type { ReaderState } from "@atoll/contract/announcements/limits";
import { nudgeHours } from "@atoll/contract/announcements/limits";
import type { Reader, ReadersSummary } from "@atoll/contract/announcements/schemas";
import { type RawBuilder, sql } from "kysely";
import { byName } from "../../../platform/database/by-name.ts";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { peopleReached } from "../audience.ts";
import { audienceOf } from "../readable.ts";

/** The columns of an announcement that the ledger needs. */
export interface Ledgered {
  id: string;
  author_id: string;
  edition: number;
  must_read: boolean;
  department_ids: string[];
  role_ids: string[];
}

export interface ReaderFilter {
  state?: ReaderState | "open" | undefined;
  departmentId?: string | undefined;
  name: string;
}

/** SQL: the state of a person, by their read `r`. */
const states: Record<Exclude<ReaderState, "left">, RawBuilder<boolean>> = {
  confirmed: sql<boolean>`r.confirmed_at IS NOT NULL`,
  read: sql<boolean>`(r.read_at IS NOT NULL AND r.confirmed_at IS NULL)`,
  unopened: sql<boolean>`r.read_at IS NULL`,
};

/** SQL: the person still has to read or confirm it. */
export const isOpen = ({ must_read }: Ledgered): RawBuilder<boolean> =>
  must_read ? sql<boolean>`r.confirmed_at IS NULL` : states.unopened;

/** SQL: the person `p` can be nudged now. */
const isNudgeable = sql<boolean>`(n.nudged_at IS NULL
  OR n.nudged_at <= now() - make_interval(hours => ${sql.lit(nudgeHours)}))`;

/**
 * SQL: the people `p` of a ledger with their read `r` and nudges `n`: the current audience with the current edition, or
 * people who have left it with the last edition that they opened. The author is not asked, and not part of it.
 */
export function fromReaders(row: Ledgered, isOfLeft = false): RawBuilder<unknown> {
  const reached = peopleReached(audienceOf(row));
  const people = isOfLeft
    ? sql`(SELECT DISTINCT user_id AS id FROM announcement_reads WHERE announcement_id = ${row.id}
        EXCEPT (${reached}))`
    : sql`(${reached})`;
  const edition = isOfLeft
    ? sql`(SELECT max(edition) FROM announcement_reads WHERE announcement_id = ${row.id} AND user_id = p.id)`
    : sql`${row.edition}::int`;
  return sql`FROM profiles p
    LEFT JOIN announcement_reads r ON r.announcement_id = ${row.id} AND r.user_id = p.id AND r.edition = ${edition}
    LEFT JOIN announcement_nudges n ON n.announcement_id = ${row.id} AND n.user_id = p.id
    WHERE p.id <> ${row.author_id} AND p.id IN (SELECT id FROM ${people} reached)`;
}

interface ReaderRow {
  id: string;
  name: string;
  departments: { id: string; name: string }[];
  read_at: Date | null;
  confirmed_at: Date | null;
  confirmed_edition: number | null;
  nudges: number | null;
  nudged_at: Date | null;
}

/** Returns a page of a ledger, ordered by name. */
export async function listReaders(
  { db, people }: { db: Database; people: People },
  row: Ledgered,
  { state, departmentId, name, ...page }: ReaderFilter & { cursor?: string | undefined; limit: number },
): Promise<{ items: Reader[]; nextCursor: string | null }> {
  const isOfLeft = state === "left";
  const wanted = [
    ...(state === "open" ? [isOpen(row)] : state && state !== "left" ? [states[state]] : []),
    ...(departmentId
      ? [sql`p.id IN (SELECT user_id FROM user_departments WHERE department_id = ${departmentId})`]
      : []),
    ...(name ? [sql`position(lower(${name}) IN lower(p.name)) > 0`] : []),
  ];
  const { rows, nextCursor } = await fetchPage(
    page,
    placeByName,
    async (after, count) => {
      const behind = after ? [sql`(${byName("p.name")}, p.id) > (${after[0]}, ${after[1]}::uuid)`] : [];
      const conditions = [...wanted, ...behind].map((condition) => sql`AND ${condition}`);
      const found = await sql<ReaderRow>`SELECT p.id, p.name, r.read_at, r.confirmed_at,
          n.count AS nudges, n.nudged_at, (
            SELECT max(edition) FROM announcement_reads c
            WHERE c.announcement_id = ${row.id} AND c.user_id = p.id AND c.confirmed_at IS NOT NULL
          ) AS confirmed_edition, coalesce((
            SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY ${byName("d.name")})
            FROM user_departments ud JOIN departments d ON d.id = ud.department_id WHERE ud.user_id = p.id
          ), '[]') AS departments
        ${fromReaders(row, isOfLeft)} ${sql.join(conditions, sql` `)}
        ORDER BY ${byName("p.name")}, p.id LIMIT ${sql.lit(count)}`.execute(db);
      return found.rows;
    },
    (reader) => [reader.name, reader.id],
  );
  const known = await people.of(rows.map(({ id }) => id));
  return {
    items: rows.flatMap((reader) => {
      const person = known.get(reader.id);
      return person ? [{ person, ...presentReader(reader, isOfLeft) }] : [];
    }),
    nextCursor,
  };
}

function presentReader(reader: ReaderRow, isOfLeft: boolean): Omit<Reader, "person"> {
  const ofReading = reader.confirmed_at ? "confirmed" : reader.read_at ? "read" : "unopened";
  return {
    departments: reader.departments,
    state: isOfLeft ? "left" : ofReading,
    readAt: reader.read_at?.toISOString() ?? null,
    confirmedAt: reader.confirmed_at?.toISOString() ?? null,
    confirmedEdition: reader.confirmed_edition,
    nudges: reader.nudges ?? 0,
    nudgedAt: reader.nudged_at?.toISOString() ?? null,
  };
}

/** Counts the readers by state, in total and by department. */
export async function summariseReaders(
  db: Database,
  viewerId: string,
  row: Ledgered,
): Promise<Omit<ReadersSummary, "pace">> {
  const counted = sql`count(*)::int AS total, (count(*) FILTER (WHERE ${states.confirmed}))::int AS confirmed,
    (count(*) FILTER (WHERE ${states.read}))::int AS read`;
  const [all, left, departments] = await Promise.all([
    sql<
      Omit<ReadersSummary, "departments" | "left" | "lastNudgedAt" | "pace"> & { lastNudgedAt: Date | null }
    >`
      SELECT ${counted}, (count(*) FILTER (WHERE ${states.unopened}))::int AS unopened,
        (count(*) FILTER (WHERE ${isOpen(row)} AND ${isNudgeable} AND p.id <> ${viewerId}))::int AS nudgeable,
        max(n.nudged_at) AS "lastNudgedAt" ${fromReaders(row)}`.execute(db),
    sql<{ left: number }>`SELECT count(*)::int AS left ${fromReaders(row, true)}`.execute(db),
    sql<ReadersSummary["departments"][number]>`
      SELECT d.id, d.name, counted.* FROM departments d JOIN (
        SELECT ud.department_id, ${counted} FROM user_departments ud JOIN (
          SELECT p.id, r.read_at, r.confirmed_at ${fromReaders(row)}) r ON r.id = ud.user_id
        GROUP BY ud.department_id) counted ON counted.department_id = d.id
      WHERE ${row.department_ids.length === 0} OR d.id = ANY(${row.department_ids}::uuid[])
      ORDER BY ${byName("d.name")}, d.id`.execute(db),
  ]);
  const whole = all.rows[0] ?? {
    total: 0,
    confirmed: 0,
    read: 0,
    unopened: 0,
    nudgeable: 0,
    lastNudgedAt: null,
  };
  return {
    ...whole,
    lastNudgedAt: whole.lastNudgedAt?.toISOString() ?? null,
    left: left.rows[0]?.left ?? 0,
    departments: departments.rows.map(({ id, name, total, confirmed, read }) => ({
      id,
      name,
      total,
      confirmed,
      read,
    })),
  };
}
