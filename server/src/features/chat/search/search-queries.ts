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
  byAuthors,
  type Condition,
  inChannels,
  inScope,
  inScopeByIndex,
  inTime,
  place,
} from "./message-conditions.ts";
import type { SearchScope } from "./search-scope.ts";

/** The position of a message in results: its time, to the microsecond of the database, and its ID. */
export interface SearchPlace {
  at: string;
  messageId: string;
}

/** Newest messages that are scanned before the index is used. */
const firstWalk = 512;
const enoughToGoOn = 3;
/** Longer scan, if the first one found too few to estimate a length. */
const longerWalk = 16_384;
/** Maximum scan if an index could be used instead. */
const longestWalk = 131_072;
/** The cost of a message found by the index, in scanned messages. The index finds fewer than the planner expects. */
const stepsInsteadOfLook = 0.75;
/** This many candidates of the index are cheap to read, whatever the planner expects. */
const fewCandidates = 10_000;
/** A larger limit means that results are counted and ranked, not shown as a page. */
const longestPage = 200;
/** Maximum channels that are merged in one order; planning more takes longer than it saves. */
const maxMerged = 64;
/** A scope with at most this many messages is scanned completely, */
const smallScope = 15_000;
/** unless the index, which covers all channels, finds less than one message for each of so many in the scope. */
const smallPart = 4;
/** Below this size of a scope, asking the index takes longer than scanning, */
const tinyScope = 2_000;
/** and the same for more words than this. */
const maxAskedInSmall = 50;

/**
 * Returns the newest messages in the scope that contain all the terms and none of the excluded ones, newest first.
 *
 * A common word is found soonest by scanning the newest messages, because the index would return half of all. A rare
 * word is found soonest by the index, because a scan would read all messages. The planner cannot tell them apart: it
 * assumes that matches are spread evenly over all messages, of which the searcher may read few, and has no statistics
 * on phrases. So a short scan comes first. Its matches estimate how long a scan for a page would be, and the planner
 * estimates how many messages the index would return.
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
  const named = [...inScopeByIndex(scope), ...holds];
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

  const onTheWay = [...inScopeByIndex(scope), ...isMarked, ...holds];
  const walkTo = async (way: Way, length: number): Promise<Way> => {
    const rest = limit - way.found.length;
    const more = await walk(tx, scope, onTheWay, { skipped: way.length, length: length - way.length }, rest);
    return { length, found: [...way.found, ...more] };
  };
  // For a page, a short scan gives an estimate. For larger limits, matches are far apart, and the person's channels are
  // merged in order of time instead.
  const isMerged = limit > longestPage && scope.channelIds.length > 1 && scope.channelIds.length <= maxMerged;
  let way: Way = { length: 0, found: [] };
  if (!isMerged) way = await walkTo(way, firstWalk);
  if (way.found.length >= limit) return way.found;
  // With several matches in the first scan, a page is near, whatever the index contains.
  if (way.found.length >= enoughToGoOn) way = await walkTo(way, nextEnd(way, limit));
  if (way.found.length >= limit) return way.found;
  const indexed = await indexedBy(tx, terms, marks);
  if (!indexed) return [];
  if (indexed.length === 0) return scope.authorIds ? collect(tx, fits, limit) : walkOn(tx, fits, limit);
  // An index has each author's messages, and the planner combines both indexes well.
  if (scope.authorIds) return collect(tx, [anyOf(indexed), ...named], limit);

  const expected = await expectNamed(tx, indexed);
  if (isMerged) {
    const inWords = [anyNamed(indexed), ...named];
    if (expected <= fewCandidates) return collect(tx, inWords, limit);
    // A phrase is rarer than its words, so a scan for it is longer, at most the whole scope.
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

/** The newest messages scanned so far, and the matches among them. */
interface Way {
  length: number;
  found: SearchPlace[];
}

/**
 * Returns how long a scan for a page would be at the current rate of matches, plus half as much. With one match or
 * none, the rate is unknown, and the likely length is used.
 */
function nextEnd({ length, found }: Way, limit: number, likely = longerWalk): number {
  if (found.length === 0 && length >= longerWalk) return Number.POSITIVE_INFINITY;
  if (found.length < 2 && length < longerWalk)
    return length < likely ? Math.min(likely, longerWalk) : longerWalk;
  return Math.ceil(((length * limit) / found.length) * 1.5);
}

/** Returns the queries for the index. Empty if it cannot help; undefined if nothing can match. */
async function indexedBy(
  tx: Database,
  terms: readonly FoldedTerm[],
  marks: readonly string[],
): Promise<string[] | undefined> {
  const queries = await queriesOfIndex(tx, terms);
  if (!queries || queries.length === 0) return queries && [...marks];
  return queries.map((query) => [query, ...marks].join(" & "));
}

/** Estimates how many messages the index would return. */
function expectNamed(tx: Database, indexed: readonly string[]): Promise<number> {
  return expectRows(
    tx,
    sql`SELECT FROM message_search s
    WHERE s.lexemes @@ ${indexed.map((query) => `(${query})`).join(" | ")}::tsquery`,
  );
}

/** Returns matches among a range of the newest messages, so the cost is limited. */
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

/** Returns the matches that the index finds if there are few, or else undefined without reading any. */
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

/** Returns the newest of all matches. Two steps, because in one the planner would prefer to scan. */
async function collect(tx: Database, fits: readonly Condition[], limit: number): Promise<SearchPlace[]> {
  const { rows } = await sql<SearchPlace>`
    WITH s AS MATERIALIZED (SELECT s.created_at, s.message_id FROM message_search s WHERE ${all(fits)})
    SELECT ${place} FROM s ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/**
 * Returns matches by merging the searcher's channels from the newest message on, as far as needed, without others'
 * messages.
 */
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

/** Estimates how many messages there are. */
async function countAll(tx: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT reltuples::float8 AS count FROM pg_class WHERE oid = 'message_search'::regclass`.execute(tx);
  return Math.max(rows[0]?.count ?? 0, 0);
}

/** Returns matches by a scan, for conditions that no index covers but many messages meet. */
async function walkOn(tx: Database, fits: readonly Condition[], limit: number): Promise<SearchPlace[]> {
  const { rows } = await sql<SearchPlace>`
    SELECT ${place} FROM message_search s WHERE ${all(fits)}
    ORDER BY s.created_at DESC, s.message_id DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Counts the messages in the scope that contain a whole word, up to `atMost`. */
export async function countWith(
  tx: Database,
  scope: SearchScope,
  word: string,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM message_search s WHERE ${all([...inScopeByIndex(scope), anyOf([`'${word}'`])])} LIMIT ${atMost}
    ) f`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** SQL: a message in the scope contains a whole word from the index of words. */
export function hasWord(scope: SearchScope, word: Expression<string>): RawBuilder<SqlBool> {
  // Words in the index never contain a backslash, which quote_literal would write differently: they are split there.
  const named = sql<SqlBool>`s.lexemes @@ quote_literal(${word})::tsquery`;
  return sql<SqlBool>`EXISTS (SELECT FROM message_search s WHERE ${all([...inScopeByIndex(scope), named])})`;
}
