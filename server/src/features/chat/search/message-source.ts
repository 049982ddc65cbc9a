import { messageLink } from "@atoll/contract/chat/message-link";
import { canUseChat } from "@atoll/contract/chat/policy";
import type { HitCount } from "@atoll/contract/search/hit-schemas";
import { maxCountedHits } from "@atoll/contract/search/limits";
import { type SqlBool, sql } from "kysely";
import { findByMostWords } from "../../../platform/search/most-words.ts";
import { nearMessages } from "../../../platform/search/near-vectors.ts";
import { isBehindHit, scoreOf } from "../../../platform/search/rank.ts";
import type { Asked, FoundThing, RankedHit, RankedPart } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { findInOwnChannels } from "../personal/personal-queries.ts";
import { findNewest, hasWord } from "./search-queries.ts";
import type { SearchScope } from "./search-scope.ts";

/** A message and what was said after it, as one source of an answer. */
const mostReplies = 12;
const mostAfter = 4;
/** Later messages are usually about something else. */
const soon = "45 minutes";
const longestMessage = 500;

interface Said {
  authorId: string;
  content: string;
}

/**
 * Returns what was said after each of these messages: in its thread, or else next in its channel. The caller must have
 * checked that the viewer may read the messages.
 */
async function selectTalkAfter(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Said[]>> {
  const { rows } = await sql<Said & { id: string }>`
    SELECT m.id, later.author_id AS "authorId", left(later.content, ${sql.lit(longestMessage)}) AS content
    FROM messages m CROSS JOIN LATERAL (
      (SELECT r.seq, r.author_id, r.content FROM messages r
        WHERE r.parent_id = coalesce(m.parent_id, m.id) AND r.seq > m.seq AND r.deleted_at IS NULL AND r.content <> ''
          AND (m.parent_id IS NOT NULL OR m.reply_count > 0)
        ORDER BY r.seq LIMIT ${sql.lit(mostReplies)})
      UNION ALL
      (SELECT n.seq, n.author_id, n.content FROM messages n
        WHERE n.channel_id = m.channel_id AND n.seq > m.seq AND n.seq <= m.seq + 20 AND n.parent_id IS NULL
          AND m.parent_id IS NULL AND m.reply_count = 0 AND n.deleted_at IS NULL AND n.content <> ''
          AND n.created_at < m.created_at + ${sql.lit(soon)}::interval
        ORDER BY n.seq LIMIT ${sql.lit(mostAfter)})
    ) later
    WHERE m.id = ANY(${[...ids]}::uuid[]) ORDER BY m.id, later.seq`.execute(db);
  const after = new Map<string, Said[]>();
  for (const { id, ...said } of rows) after.set(id, [...(after.get(id) ?? []), said]);
  return after;
}

/** Returns the thread of each of these messages, by its first message. */
async function selectThreads(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; root: string }>`
    SELECT id, coalesce(parent_id, id) AS root FROM messages WHERE id = ANY(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, root }) => [id, root]));
}

/**
 * Makes messages searchable in the search over everything, by their own index and within the viewer's chats. If there
 * are more than are counted, the newest are ranked.
 */
export const messageSource: SliceSearchSource = {
  kind: "message",
  isOpenTo: canUseChat,
  async find(tx, viewer, asked, part) {
    const scope = await scopeOf(tx, viewer.id, asked);
    if (scope.channelIds.length === 0 || scope.authorIds?.length === 0) return nothing;
    const places = await findNewest(tx, scope, asked.terms, asked.excluded, maxCountedHits + 1);
    const count = Math.min(places.length, maxCountedHits);
    const ids = places.slice(0, count).map(({ messageId }) => messageId);
    return {
      hits: await rank(tx, viewer.id, ids, asked, part),
      count: { count, isMore: places.length > count },
    };
  },
  async findByMostWords(tx, viewer, place, part) {
    const { channelIds } = await scopeOf(tx, viewer.id, place);
    if (channelIds.length === 0) return [];
    const hits = await findByMostWords(
      tx,
      {
        from: sql`message_search s`,
        kind: sql`'message'`,
        id: sql`s.message_id`,
        at: sql`s.created_at`,
        title: sql`''`,
        lexemes: sql`s.lexemes`,
        isAmong: sql<boolean>`s.channel_id = ANY(${channelIds}::uuid[])`,
      },
      part,
    );
    const threads = await selectThreads(
      tx,
      hits.map(({ id }) => id),
    );
    return hits.map((hit) => ({ ...hit, group: threads.get(hit.id) }));
  },
  async findNear(tx, viewer, place, question) {
    const { channelIds } = await scopeOf(tx, viewer.id, place);
    return channelIds.length === 0 ? [] : nearMessages(tx, question, channelIds);
  },
  async hasWord(tx, viewer, asked) {
    const scope = await scopeOf(tx, viewer.id, asked);
    return (word) => (scope.channelIds.length === 0 ? sql<SqlBool>`false` : hasWord(scope, word));
  },
  async present({ people }, tx, viewer, ids, { isQuoted }) {
    const rows = await findInOwnChannels(tx, viewer.id, [...ids]);
    const after = isQuoted
      ? await selectTalkAfter(
          tx,
          rows.map(({ id }) => id),
        )
      : new Map<string, Said[]>();
    const known = await people.of([...after.values()].flat().map(({ authorId }) => authorId));
    const write = ({ authorId, content }: Said) =>
      `${known.get(authorId)?.name ?? "Someone else"}: ${content}`;
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: "",
          text: [row.content, ...(after.get(row.id) ?? []).map(write)].join("\n"),
          at: row.created_at,
          personId: row.author_id,
          departmentIds: [],
          link: messageLink(row.channel_id, { id: row.id, parentId: row.parent_id }),
          detail: {
            kind: "message",
            channel: { id: row.channel_id, name: row.channel_name, type: row.channel_type },
            parentId: row.parent_id,
            seq: row.seq,
            replyCount: row.reply_count,
            attachmentCount: row.attachments?.length ?? 0,
          },
        },
      ]),
    );
  },
};

const nothing: { hits: RankedHit[]; count: HitCount } = { hits: [], count: { count: 0, isMore: false } };

type Scoped = Partial<Pick<Asked, keyof SearchScope & keyof Asked>> &
  Pick<Asked, "places" | "channelId" | "departmentId" | "personIds">;

async function scopeOf(tx: Database, viewerId: string, asked: Scoped): Promise<SearchScope> {
  const { places, channelId, departmentId } = asked;
  const { rows } = await sql<{ id: string; head: number }>`
    SELECT c.id, c.head FROM channel_members m JOIN channels c ON c.id = m.channel_id
    WHERE m.user_id = ${viewerId}
      AND ${channelId === undefined ? sql`true` : sql`c.id = ${channelId}`}
      AND ${departmentId === undefined ? sql`true` : sql`c.department_id = ${departmentId}`}
      AND ${places === undefined ? sql`true` : sql`(c.id = ANY(${places.channelIds}::uuid[]) OR c.department_id = ANY(${places.departmentIds}::uuid[]))`}`.execute(
    tx,
  );
  return {
    viewerId,
    channelIds: rows.map(({ id }) => id),
    isEverywhere: places === undefined && channelId === undefined && departmentId === undefined,
    size: rows.reduce((sum, { head }) => sum + head, 0),
    authorIds: asked.personIds && [...asked.personIds],
    since: asked.since,
    until: asked.until,
    hasFile: asked.hasFile ?? false,
    hasLink: asked.hasLink ?? false,
    isStarred: asked.isStarred ?? false,
    behind: undefined,
  };
}

async function rank(
  tx: Database,
  viewerId: string,
  ids: readonly string[],
  asked: Asked,
  part: RankedPart,
): Promise<RankedHit[]> {
  if (ids.length === 0 || part.count === 0) return [];
  // Messages by the viewer, and messages that they have opened from search results before, rank higher.
  const closeness = sql<number>`CASE WHEN s.author_id = ${viewerId} THEN 0.1 ELSE 0 END
    + CASE WHEN o.opened_at IS NOT NULL THEN 0.4 ELSE 0 END`;
  const score = scoreOf(asked, part, {
    folded: sql`s.folded`,
    lexemes: sql`s.lexemes`,
    at: sql`s.created_at`,
    closeness,
  });
  const { rows } = await sql<{ id: string; score: number }>`
    SELECT id, score FROM (
      SELECT s.message_id AS id, ${score} AS score FROM message_search s
      LEFT JOIN search_opened o ON o.user_id = ${viewerId} AND o.thing_id = s.message_id AND o.kind = 'message'
      WHERE s.message_id = ANY(${ids}::uuid[])
    ) ranked
    WHERE ${isBehindHit(part.after, sql`score`, sql`id`)}
    ORDER BY score DESC, id DESC LIMIT ${part.count}`.execute(tx);
  return rows.map(({ id, score }) => ({ kind: "message", id, score }));
}
