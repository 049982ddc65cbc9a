import {
  type AnnouncementPriority,
  type AnnouncementState,
  maxCountedAnnouncements,
} from "@atoll/contract/announcements/limits";
import type { AnnouncementCounts } from "@atoll/contract/announcements/schemas";
import { type RawBuilder, sql } from "kysely";
import { fetchPage, placeInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { isCurrent } from "./audience.ts";
import { hasConfirmed, hasRead, type ListedRow, listedAt, selectListed } from "./queries.ts";
import { isForViewer, isManagedBy } from "./readable.ts";

interface ListQuery {
  state: AnnouncementState;
  scope: "mine" | "managed";
  priority?: AnnouncementPriority | undefined;
  unread: "only" | "all";
  toConfirm: "only" | "all";
  cursor?: string | undefined;
  limit: number;
}

const states: Record<AnnouncementState, RawBuilder<boolean>> = {
  PUBLISHED: isCurrent,
  EXPIRED: sql<boolean>`(a.status = 'PUBLISHED' AND a.expires_at <= now())`,
  ARCHIVED: sql<boolean>`(a.status = 'ARCHIVED')`,
  DRAFT: sql<boolean>`(a.status = 'DRAFT' AND a.scheduled_for IS NULL)`,
  SCHEDULED: sql<boolean>`(a.status = 'DRAFT' AND a.scheduled_for IS NOT NULL)`,
};

/** Returns a page of the viewer's announcements, the newest first. Specification, section 7 (announcements). */
export function listAnnouncements(
  db: Database,
  viewer: RequestViewer,
  { state, scope, priority, unread, toConfirm, ...page }: ListQuery,
): Promise<{ rows: ListedRow[]; nextCursor: string | null }> {
  return fetchPage(
    page,
    placeInTime,
    (after, count) =>
      selectListed(db, viewer.id)
        .where(states[state])
        .where(scope === "mine" ? isForViewer(viewer) : isManagedBy(viewer))
        .$if(priority !== undefined, (rows) => rows.where(sql<boolean>`a.priority = ${priority}`))
        .$if(unread === "only", (rows) => rows.where(sql<boolean>`NOT ${hasRead(sql`${viewer.id}::uuid`)}`))
        .$if(toConfirm === "only", (rows) => rows.where(isToConfirm(viewer)))
        .$if(after !== undefined, (rows) =>
          rows.where(sql<boolean>`(${listedAt}, a.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
        )
        .orderBy(listedAt, "desc")
        .orderBy("a.id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.listed_at, row.id],
  );
}

/** The same condition as the contract's `isToConfirm`. */
function isToConfirm({ id }: RequestViewer): RawBuilder<boolean> {
  const own = sql`${id}::uuid`;
  return sql<boolean>`(a.must_read AND a.author_id <> ${own} AND NOT ${hasConfirmed(own)})`;
}

/** Counts the unread, urgent and unconfirmed announcements for the viewer. */
export async function countOf(db: Database, viewer: RequestViewer): Promise<AnnouncementCounts> {
  const own = sql`${viewer.id}::uuid`;
  const count = (condition: RawBuilder<boolean>) => sql`(SELECT count(*) FROM (
    SELECT FROM announcements a WHERE ${isForViewer(viewer)} AND ${condition}
    LIMIT ${sql.lit(maxCountedAnnouncements)}) counted)`;
  const { rows } = await sql<AnnouncementCounts>`SELECT
    ${count(sql<boolean>`NOT ${hasRead(own)}`)} AS unread,
    ${count(sql<boolean>`a.priority = 'URGENT'`)} AS urgent,
    ${count(isToConfirm(viewer))} AS "toConfirm"`.execute(db);
  return rows[0] ?? { unread: 0, urgent: 0, toConfirm: 0 };
}
