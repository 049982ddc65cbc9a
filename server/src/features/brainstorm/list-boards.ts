import type { BoardOrder, BoardScope } from "@atoll/contract/brainstorm/limits";
import { type RawBuilder, sql } from "kysely";
import { fetchPage, placeByName, placeInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { changedAt, type ListedRow, selectListed } from "./queries.ts";
import { isReadable } from "./readable.ts";

export interface BoardFilter {
  scope: BoardScope;
  department?: string | undefined;
  text: string;
}

interface ListQuery extends BoardFilter {
  order: BoardOrder;
  cursor?: string | undefined;
  limit: number;
}

/** A page of the boards that the viewer may read. */
export function listBoards(
  db: Database,
  viewer: RequestViewer,
  { order, cursor, limit, ...filter }: ListQuery,
): Promise<{ rows: ListedRow[]; nextCursor: string | null }> {
  const select = (count: number) =>
    selectListed(db, viewer.id).where(isReadable(viewer)).where(matches(viewer, filter)).limit(count);
  if (order === "title") {
    const title = sql<string>`lower(b.title)`;
    return fetchPage(
      { cursor, limit },
      placeByName,
      (after, count) =>
        select(count)
          .select(title.as("name"))
          .$if(after !== undefined, (rows) =>
            rows.where(sql<boolean>`(${title}, b.id) > (${after?.[0]}::text, ${after?.[1]}::uuid)`),
          )
          .orderBy(title)
          .orderBy("b.id")
          .execute(),
      (row) => [row.name, row.id],
    );
  }
  const at = order === "changed" ? changedAt : sql<Date>`b.created_at`;
  return fetchPage(
    { cursor, limit },
    placeInTime,
    (after, count) =>
      select(count)
        .select(sql<string>`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("place"))
        .$if(after !== undefined, (rows) =>
          rows.where(sql<boolean>`(${at}, b.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
        )
        .orderBy(at, "desc")
        .orderBy("b.id", "desc")
        .execute(),
    (row) => [row.place, row.id],
  );
}

/** SQL: the board `b` is one that the viewer looks for. */
function matches(viewer: RequestViewer, { scope, department, text }: BoardFilter): RawBuilder<boolean> {
  const conditions = [
    scope === "archived" ? sql`b.archived_at IS NOT NULL` : sql`b.archived_at IS NULL`,
    ...(scope === "mine" ? [sql`b.owner_id = ${viewer.id}`] : []),
    ...(scope === "starred"
      ? [sql`EXISTS (SELECT FROM board_stars s WHERE s.board_id = b.id AND s.user_id = ${viewer.id})`]
      : []),
    ...(department ? [sql`b.department_id = ${department}`] : []),
    ...(text === ""
      ? []
      : [
          sql`(strpos(lower(b.title), lower(${text})) > 0 OR EXISTS (SELECT FROM board_elements e
            WHERE e.board_id = b.id AND e.gone_at IS NULL AND strpos(lower(e.text), lower(${text})) > 0))`,
        ]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}
