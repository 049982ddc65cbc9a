import { type Expression, type SqlBool, sql } from "kysely";
import { exactInstant, isBehind } from "../../../platform/page.ts";
import { queriesUnplanned } from "../../../platform/search/indexed-terms.ts";
import type { SearchScope } from "./search-scope.ts";

// Conditions on `s`, a row of message_search.

export type Condition = Expression<SqlBool>;

/** SQL: what a `SearchPlace` has. */
export const place = sql`
  ${exactInstant("s.created_at")} AS at, s.message_id AS "messageId"`;

/** In the scope. */
export function inScope(scope: SearchScope): Condition[] {
  return [inChannels(scope), ...inTime(scope), ...byAuthors(scope), ...amongSaved(scope)];
}

/** The same where the index of words has named the messages: to read the indexes of chats and of time too costs more. */
export function besideIndex(scope: SearchScope): Condition[] {
  const isThere = sql<SqlBool>`(${all([amongChannels(scope), ...inTime(scope)])}) IS TRUE`;
  return [isThere, ...byAuthors(scope), ...amongSaved(scope)];
}

/** In one of its chats, */
export function inChannels({ channelIds }: SearchScope): Condition {
  const [first, ...more] = channelIds;
  // One chat has its messages in order in an index.
  if (more.length === 0) return sql<SqlBool>`s.channel_id = ${first}`;
  return sql<SqlBool>`s.channel_id = ANY(${channelIds}::uuid[])`;
}

/** To plan with a long list costs more than to look a message's chat up among the viewer's. */
function amongChannels(scope: SearchScope): Condition {
  if (!scope.isEverywhere) return inChannels(scope);
  const own = sql`SELECT channel_id FROM channel_members WHERE user_id = ${scope.viewerId}`;
  return sql<SqlBool>`(s.channel_id IN (${own})) IS TRUE`;
}

/** in its time, */
export function inTime({ since, until, behind }: SearchScope): Condition[] {
  return [
    ...(since ? [sql<SqlBool>`s.created_at >= ${since}`] : []),
    ...(until ? [sql<SqlBool>`s.created_at < ${until}`] : []),
    ...(behind ? [isBehind("s.created_at", "s.message_id", behind)] : []),
  ];
}

/** by one of its authors. */
export function byAuthors({ authorIds }: SearchScope): Condition[] {
  if (!authorIds) return [];
  const [first, ...more] = authorIds;
  // One author has their messages in order in an index.
  return [more.length === 0 ? sql`s.author_id = ${first}` : sql`s.author_id = ANY(${authorIds}::uuid[])`];
}

function amongSaved({ isStarred, viewerId }: SearchScope): Condition[] {
  const saved = sql`SELECT message_id FROM saved_messages WHERE user_id = ${viewerId}`;
  return isStarred ? [sql<SqlBool>`s.message_id IN (${saved})`] : [];
}

/** As `anyOf`, where there is no choice to plan. */
export function anyNamed(queries: readonly string[]): Condition {
  return queriesUnplanned(sql`s.lexemes`, queries);
}

/** One by one: the index finds a hundred words so sooner than any of a hundred in one question. */
export function anyOf(queries: readonly string[]): Condition {
  return sql`s.lexemes @@ ANY(${queries}::tsquery[])`;
}

/** All of them at once. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`;
}
