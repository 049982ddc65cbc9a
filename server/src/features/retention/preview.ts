import { maxPreviewedMessages, type RetentionPreview } from "@atoll/contract/retention/schemas";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import {
  assertPlace,
  daysAfterRemoval,
  daysNow,
  deletesEarlier,
  isNamed,
  type RetentionPlace,
} from "./places.ts";

/** How many channels a preview names. */
const shownPlaces = 10;

/**
 * Counts what the next run would delete if a place had another rule. Every channel is read from its oldest message on, in
 * the order of its index, and reading ends when enough are counted.
 * @param change `isRemoval`: the place had no rule of its own.
 * @throws {AppError} `retention_place_not_found`.
 */
export async function previewRetention(
  db: Database,
  viewerId: string,
  place: RetentionPlace,
  change: { days: number | null; isRemoval: boolean },
): Promise<RetentionPreview> {
  await assertPlace(db, place);
  const days = change.isRemoval ? await daysAfterRemoval(db, place) : change.days;
  const isShorter = deletesEarlier(await daysNow(db, place), days);
  if (days === null)
    return {
      ...{ days, isShorter, messages: { count: 0, isMore: false }, files: { count: 0, bytes: 0 } },
      ...{ oldest: null, newest: null, places: [] },
    };
  const old = sql`m.channel_id = c.id AND m.deleted_at IS NULL AND m.created_at < now() - ${days}::int * interval '1 day'`;
  const { rows } = await sql<{
    count: number;
    oldest: Date | null;
    newest: Date | null;
    fileCount: number;
    bytes: number;
    places: RetentionPreview["places"];
  }>`WITH placed AS MATERIALIZED (SELECT c.id, c.type, c.name FROM channels c WHERE ${isAt(place)}),
    counted AS MATERIALIZED (
      SELECT c.id AS channel_id, m.id, m.has_attachment FROM placed c, LATERAL (
        SELECT m.id, m.has_attachment FROM messages m WHERE ${old}
        ORDER BY m.created_at LIMIT ${sql.lit(maxPreviewedMessages + 1)}
      ) m LIMIT ${sql.lit(maxPreviewedMessages + 1)}
    ), filed AS (
      SELECT f.size_bytes FROM counted x JOIN files f ON f.subject_kind = 'message' AND f.subject_id = x.id
      WHERE x.has_attachment AND f.discarded_at IS NULL
    ), most AS (
      SELECT channel_id, count(*)::int AS count FROM counted GROUP BY channel_id
      ORDER BY count DESC, channel_id LIMIT ${sql.lit(shownPlaces)}
    )
    SELECT (SELECT count(*)::int FROM counted) AS count,
      (SELECT min(m.created_at) FROM placed c, LATERAL (
        SELECT m.created_at FROM messages m WHERE ${old} ORDER BY m.created_at LIMIT 1) m) AS oldest,
      (SELECT max(m.created_at) FROM placed c, LATERAL (
        SELECT m.created_at FROM messages m WHERE ${old} ORDER BY m.created_at DESC LIMIT 1) m) AS newest,
      (SELECT count(*)::int FROM filed) AS "fileCount", (SELECT coalesce(sum(size_bytes), 0)::float8 FROM filed) AS bytes,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'count', most.count,
          'name', CASE WHEN ${isNamed(viewerId)} THEN c.name END) ORDER BY most.count DESC, c.id), '[]')
        FROM most JOIN placed c ON c.id = most.channel_id) AS places`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("a count returns one row");
  const { count, oldest, newest, fileCount, bytes, places } = found;
  return {
    ...{ days, isShorter, places, files: { count: fileCount, bytes } },
    messages: { count: Math.min(count, maxPreviewedMessages), isMore: count > maxPreviewedMessages },
    ...{ oldest: oldest?.toISOString() ?? null, newest: newest?.toISOString() ?? null },
  };
}

/** SQL: the rule of the place applies to the channel `c`, because no nearer one does. */
function isAt({ scope, placeId }: RetentionPlace): RawBuilder<boolean> {
  const hasNoOwn = sql`NOT EXISTS (SELECT FROM retention_rules r WHERE r.channel_id = c.id AND r.is_in_force)`;
  if (scope === "channel") return sql<boolean>`c.id = ${placeId}`;
  if (scope === "direct") return sql<boolean>`c.type = 'DIRECT'`;
  if (scope === "department") return sql<boolean>`c.department_id = ${placeId} AND ${hasNoOwn}`;
  return sql<boolean>`c.type <> 'DIRECT' AND ${hasNoOwn} AND NOT EXISTS (
    SELECT FROM retention_rules r WHERE r.department_id = c.department_id AND r.is_in_force)`;
}
