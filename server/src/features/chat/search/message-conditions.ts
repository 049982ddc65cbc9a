import { type Expression, type SqlBool, sql } from "kysely";
import { exactInstant, isBehind } from "../../../platform/page.ts";
import { queriesUnplanned } from "../../../platform/search/indexed-terms.ts";
import type { SearchScope } from "./search-scope.ts";

// Conditions on `s`, a row of message_search.

export type Condition = Expression<SqlBool>;

/** SQL: the columns of a `SearchPlace`. */
export const place = sql`
  ${exactInstant("s.created_at")} AS at, s.message_id AS "messageId"`;

/** Conditions of the whole scope. */
export function inScope(scope: SearchScope): Condition[] {
  return [inChannels(scope), ...inTime(scope), ...byAuthors(scope), ...amongSaved(scope)];
}

/**
 * Conditions of the scope when the index of words has selected the messages: using the indexes of channels and time as
 * well would cost more.
 */
export function inScopeByIndex(scope: SearchScope): Condition[] {
  const isThere = sql<SqlBool>`(${all([amongChannels(scope), ...inTime(scope)])}) IS TRUE`;
  return [isThere, ...byAuthors(scope), ...amongSaved(scope)];
}

/** SQL: the message is in a channel of the scope. */
export function inChannels({ channelIds }: SearchScope): Condition {
  const [first, ...more] = channelIds;
  // An index has the messages of a single channel in order.
  if (more.length === 0) return sql<SqlBool>`s.channel_id = ${first}`;
  return sql<SqlBool>`s.channel_id = ANY(${channelIds}::uuid[])`;
}

/**
 * SQL: the same for a scope of all the viewer's channels: planning with a long list costs more than looking each up.
 */
function amongChannels(scope: SearchScope): Condition {
  if (!scope.isEverywhere) return inChannels(scope);
  const own = sql`SELECT channel_id FROM channel_members WHERE user_id = ${scope.viewerId}`;
  return sql<SqlBool>`(s.channel_id IN (${own})) IS TRUE`;
}

/** Conditions for the time range of the scope, and the cursor. */
export function inTime({ since, until, behind }: SearchScope): Condition[] {
  return [
    ...(since ? [sql<SqlBool>`s.created_at >= ${since}`] : []),
    ...(until ? [sql<SqlBool>`s.created_at < ${until}`] : []),
    ...(behind ? [isBehind("s.created_at", "s.message_id", behind)] : []),
  ];
}

/** Conditions for the authors of the scope. */
export function byAuthors({ authorIds }: SearchScope): Condition[] {
  if (!authorIds) return [];
  const [first, ...more] = authorIds;
  // An index has the messages of a single author in order.
  return [more.length === 0 ? sql`s.author_id = ${first}` : sql`s.author_id = ANY(${authorIds}::uuid[])`];
}

function amongSaved({ isStarred, viewerId }: SearchScope): Condition[] {
  const saved = sql`SELECT message_id FROM saved_messages WHERE user_id = ${viewerId}`;
  return isStarred ? [sql<SqlBool>`s.message_id IN (${saved})`] : [];
}

/** SQL: the same as `anyOf`, without a choice for the planner. */
export function anyNamed(queries: readonly string[]): Condition {
  return queriesUnplanned(sql`s.lexemes`, queries);
}

/**
 * SQL: any of the queries matches. The index finds a hundred single words sooner than one query with a hundred
 * alternatives.
 */
export function anyOf(queries: readonly string[]): Condition {
  return sql`s.lexemes @@ ANY(${queries}::tsquery[])`;
}

/** SQL: all conditions hold. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`;
}
