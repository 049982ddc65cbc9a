import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import {
  expectRows,
  type FoldedTerm,
  holdsTerm,
  queriesOfIndex,
} from "../../../platform/search/indexed-terms.ts";
import type { Database } from "../../../tables.ts";
import {
  all,
  anyNamed,
  anyOf,
  besideIndex,
  byAuthors,
  type Condition,
  inChannels,
  inScope,
  inTime,
  place,
} from "./message-conditions.ts";
import type { SearchScope } from "./search-scope.ts";

/** When a message was written, to the microsecond as the database has it, and its id. */
export interface SearchPlace {
  at: string;
  messageId: string;
}

/** So many of the newest messages are looked through one by one before the index is asked, */
const firstWalk = 512;
const enoughToGoOn = 3;
/** as many as this where they did not tell how many there are to look through, */
const longerWalk = 16_384;
/** and never more than this while there is an index to ask. */
const longestWalk = 131_072;
/** A message that the index names costs as much; it names fewer than the planner expects. */
const stepsInsteadOfLook = 0.75;
/** So many candidates of the index are cheap to look at, however many the planner expects. */
const fewCandidates = 10_000;
/** Who wants more than a page at once counts, and ranks, what they find. */
const longestPage = 200;
/** So many chats are put together in one order; of more, to plan it takes longer than it saves. */
const maxMerged = 64;
/** With no more messages in reach than this, all of them are looked through, */
const smallScope = 15_000;
/** unless the index, which knows those of everybody, names no more than this part of as many. */
const smallPart = 4;
/** To ask it takes as long as to look through so many, */
const tinyScope = 2_000;
/** and for more words than this longer than it saves. */
const maxAskedInSmall = 50;

/**
 * The newest messages of the scope that hold all the terms and none of the excluded ones, newest first.
 *
 * A word that is everywhere is found among the newest messages at once, but the index would name half of all. One that
 * is rare is found by the index at once, but looking through messages for it would meet all. Which of them a word is
 * cannot be left to the planner: it thinks that matches lie evenly among all messages, of which the searcher may read
 * few, and knows nothing of phrases. So a short walk comes first. It tells how far one would have to go for a page, and
 * the planner how many messages the index would name.
 */
export async function findNewest(
  tx: Database,
  scope: SearchScope,
  terms: readonly FoldedTerm[],
  excluded: readonly FoldedTerm[],
  limit: number,
): Promise<SearchPlace[]> {
  const holds = [
    ...terms.map((term) => holdsTerm(sql`s.folded`, sql`s.lexemes`, term)),
    ...excluded.map(({ folded }) => sql<SqlBool>`strpos(s.folded, ${folded}) = 0`),
  ];
  const marks = [...(scope.hasFile ? ["'/file'"] : []), ...(scope.hasLink ? ["'/link'"] : [])];
  const isMarked = marks.map((mark) => sql<SqlBool>`s.lexemes @@ ${mark}::tsquery`);
  const fits = [...inScope(scope), ...isMarked, ...holds];

  if (scope.isStarred) return collect(tx, fits, limit);
  const named = [...besideIndex(scope), ...holds];
  if (scope.size <= smallScope) {
    if (scope.channelIds.length <= 1) return walkOn(tx, fits, limit);
    if (scope.size <= tinyScope || terms.length === 0 || scope.authorIds) return collect(tx, fits, limit);
    const indexed = await indexedBy(tx, terms, marks);
    if (!indexed) return [];
    const isAsked = indexed.length > 0 && indexed.length <= maxAskedInSmall;
    const atMost = Math.floor(scope.size / smallPart);
    const few = isAsked ? await lookAtFew(tx, indexed, named, limit, atMost) : undefined;
    return few ?? collect(tx, fits, limit);
  }
  const isMostOfIt = terms.length === 0 && marks.length === 0 && !scope.authorIds;
  if (isMostOfIt) return walkOn(tx, fits, limit);

  const onTheWay = [...besideIndex(scope), ...isMarked, ...holds];
  const walkTo = async (way: Way, length: number): Promise<Way> => {
    const rest = limit - way.found.length;
    const more = await walk(tx, scope, onTheWay, { skipped: way.length, length: length - way.length }, rest);
    return { length, found: [...way.found, ...more] };
  };
  // Of a page a short way tells enough; many lie far, and one's own chats are put together in the order of time instead.
  const isMerged = limit > longestPage && scope.channelIds.length > 1 && scope.channelIds.length <= maxMerged;
  let way: Way = { length: 0, found: [] };
  if (!isMerged) way = await walkTo(way, firstWalk);
  if (way.found.length >= limit) return way.found;
  // A few on so short a way: it is not far to a page of them, whatever the index has.
  if (way.found.length >= enoughToGoOn) way = await walkTo(way, nextEnd(way, limit));
  if (way.found.length >= limit) return way.found;
  const indexed = await indexedBy(tx, terms, marks);
  if (!indexed) return [];
  if (indexed.length === 0) return scope.authorIds ? collect(tx, fits, limit) : walkOn(tx, fits, limit);
  // What somebody wrote has an index of its own, and the planner knows how to use both.
  if (scope.authorIds) return collect(tx, [anyOf(indexed), ...named], limit);

  const expected = await expectNamed(tx, indexed);
  if (isMerged) {
    const inWords = [anyNamed(indexed), ...named];
    if (expected <= fewCandidates) return collect(tx, inWords, limit);
    // A phrase lies further than its words; no further than all that there is.
    const steps = Math.min(scope.size, (limit * (await countAll(tx))) / expected);
    if (steps > expected) return collect(tx, inWords, limit);
    return walkMerged(tx, scope, [...inTime(scope), ...isMarked, ...holds], limit);
  }
  const longest = Math.min(expected * stepsInsteadOfLook, longestWalk);
  const likely = Math.ceil((scope.size / expected) * limit * 1.5);
  for (let end = nextEnd(way, limit, likely); end <= longest; end = nextEnd(way, limit, likely)) {
    way = await walkTo(way, end);
    if (way.found.length >= limit) return way.found;
  }
  const few =
    expected <= fewCandidates * 4 ? await lookAtFew(tx, indexed, named, limit, fewCandidates) : undefined;
  return few ?? collect(tx, [anyNamed(indexed), ...named], limit);
}

/** The newest messages that were looked through, and what fits among them. */
interface Way {
  length: number;
  found: SearchPlace[];
}

/**
 * How far to go for a page if the next messages are like these, and half as far again. One or none tells nothing: then
 * as far as is likely.
 */
function nextEnd({ length, found }: Way, limit: number, likely = longerWalk): number {
  if (found.length === 0 && length >= longerWalk) return Number.POSITIVE_INFINITY;
  if (found.length < 2 && length < longerWalk)
    return length < likely ? Math.min(likely, longerWalk) : longerWalk;
  return Math.ceil(((length * limit) / found.length) * 1.5);
}

/** What the index is asked; none: it knows nothing. Undefined: nothing can fit. */
async function indexedBy(
  tx: Database,
  terms: readonly FoldedTerm[],
  marks: readonly string[],
): Promise<string[] | undefined> {
  const queries = await queriesOfIndex(tx, terms);
  if (!queries || queries.length === 0) return queries && [...marks];
  return queries.map((query) => [query, ...marks].join(" & "));
}

/** About how many messages the index would name. */
function expectNamed(tx: Database, indexed: readonly string[]): Promise<number> {
  return expectRows(
    tx,
    sql`SELECT FROM message_search s
    WHERE s.lexemes @@ ${indexed.map((query) => `(${query})`).join(" | ")}::tsquery`,
  );
}

/** Only among the newest messages, so its cost has a limit. */
async function walk(
  tx: Database,
  scope: SearchScope,
  fits: readonly Condition[],
  { skipped, length }: { skipped: number; length: number },
  limit: number,
): Promise<SearchPlace[]> {
  const isOneWay = scope.channelIds.length === 1;
  const isOneAuthors = !isOneWay && scope.authorIds?.length === 1;
  const way = [
    ...(isOneWay ? [inChannels(scope)] : []),
    ...(isOneAuthors ? byAuthors(scope) : []),
    ...inTime(scope),
  ];
  const { rows } = await sql<SearchPlace>`
    SELECT ${place} FROM (
      SELECT * FROM message_search s WHERE ${all(way)}
      ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${length} OFFSET ${skipped}
    ) s WHERE ${all(fits)}
    ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Those that the index names, if they are not too many: else undefined, and none of them was read. */
async function lookAtFew(
  tx: Database,
  indexed: readonly string[],
  fits: readonly Condition[],
  limit: number,
  atMost: number,
): Promise<SearchPlace[] | undefined> {
  const { rows } = await sql<SearchPlace & { total: number }>`
    WITH named AS MATERIALIZED (
      SELECT s.ctid FROM message_search s WHERE ${anyNamed(indexed)} LIMIT ${atMost + 1}
    )
    SELECT total, ${place} FROM (SELECT count(*) AS total FROM named) t LEFT JOIN LATERAL (
      SELECT s.created_at, s.message_id FROM message_search s
      WHERE total <= ${atMost} AND s.ctid = ANY(ARRAY(SELECT ctid FROM named)) AND ${all(fits)}
      ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${limit}
    ) s ON true`.execute(tx);
  const total = rows[0]?.total ?? 0;
  if (total > atMost) return undefined;
  return rows.filter(({ messageId }) => messageId !== null).map(({ at, messageId }) => ({ at, messageId }));
}

/** Everything that fits, then the newest of it: in one step, the planner would rather walk. */
async function collect(tx: Database, fits: readonly Condition[], limit: number): Promise<SearchPlace[]> {
  const { rows } = await sql<SearchPlace>`
    WITH s AS MATERIALIZED (SELECT s.created_at, s.message_id FROM message_search s WHERE ${all(fits)})
    SELECT ${place} FROM s ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The searcher's chats from the newest message on, as if they were one: only so far as it takes, and past nobody else's. */
async function walkMerged(
  tx: Database,
  scope: SearchScope,
  fits: readonly Condition[],
  limit: number,
): Promise<SearchPlace[]> {
  const ways = scope.channelIds.map(
    (
      id,
    ) => sql`(SELECT s.created_at, s.message_id FROM message_search s WHERE s.channel_id = ${id} AND ${all(fits)}
      ORDER BY s.created_at DESC, s.message_id DESC)`,
  );
  const { rows } = await sql<SearchPlace>`
    SELECT ${place} FROM (${sql.join(ways, sql` UNION ALL `)}) s
    ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/** About how many messages there are. */
async function countAll(tx: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT reltuples::float8 AS count FROM pg_class WHERE oid = 'message_search'::regclass`.execute(tx);
  return Math.max(rows[0]?.count ?? 0, 0);
}

/** For what no index knows, but many messages have. */
async function walkOn(tx: Database, fits: readonly Condition[], limit: number): Promise<SearchPlace[]> {
  const { rows } = await sql<SearchPlace>`
    SELECT ${place} FROM message_search s WHERE ${all(fits)}
    ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Of how many messages in the scope a whole word is one, up to `atMost`. */
export async function countWith(
  tx: Database,
  scope: SearchScope,
  word: string,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM message_search s WHERE ${all([...besideIndex(scope), anyOf([`'${word}'`])])} LIMIT ${atMost}
    ) f`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Whether a message in the scope has a whole word, which comes from the words that were written. */
export function hasWord(scope: SearchScope, word: Expression<string>): RawBuilder<SqlBool> {
  // None of them has a backslash, which would be written in another way: they are parted there.
  const named = sql<SqlBool>`s.lexemes @@ quote_literal(${word})::tsquery`;
  return sql<SqlBool>`EXISTS (SELECT FROM message_search s WHERE ${all([...besideIndex(scope), named])})`;
}
