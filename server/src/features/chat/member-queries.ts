import { sql } from "kysely";
import { byName } from "../../platform/database/by-name.ts";
import { containsAllWords } from "../../platform/database/contains-all-words.ts";
import type { PlaceByName } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import { rowLimit } from "./row-limit.ts";

/** A page of a list of names that contain the words of `search`. */
interface Part {
  search: string;
  after: PlaceByName | undefined;
  count: number;
}

/** Selects a page of a channel's members, ordered by name. */
export function selectMembers(db: Database, channelId: string, { search, after, count }: Part) {
  return db
    .selectFrom("channel_members as m")
    .innerJoin("profiles as p", "p.id", "m.user_id")
    .leftJoin("accounts as a", "a.id", "m.user_id")
    .select(["p.id", "p.name", "p.avatar_url", "p.is_program", "a.email", "m.is_owner", "m.joined_at"])
    .select(sql<boolean>`(a.guest_until IS NOT NULL)`.as("is_guest"))
    .where("m.channel_id", "=", channelId)
    .$if(search !== "", (query) => query.where(containsAllWords(sql.ref("p.folded_name"), search)))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${byName("p.name")}, p.id) > (${after?.[0]}, ${after?.[1]}::uuid)`),
    )
    .orderBy(byName("p.name"))
    .orderBy("p.id")
    .limit(rowLimit(count))
    .execute();
}

/**
 * Selects a page of the public channels, ordered by name ignoring case. The topic may contain words of `search`, too.
 */
export function selectDirectory(
  db: Database,
  userId: string,
  { channelId, search, after, count }: Part & { channelId: string | undefined },
) {
  return (
    db
      .selectFrom("channels as c")
      .select([
        "c.id",
        "c.name",
        "c.topic",
        "c.description",
        "c.member_count",
        "c.last_activity",
        isMember(userId).as("is_member"),
      ])
      .where("c.type", "=", "PUBLIC")
      .where("c.archived_at", "is", null)
      .$if(channelId !== undefined, (query) => query.where("c.id", "=", channelId ?? ""))
      // A department's channel can only be joined by joining the department.
      .where((eb) => eb.or([eb("c.follows_department", "=", false), isMember(userId)]))
      .$if(search !== "", (query) =>
        query.where(containsAllWords(sql`search_fold(c.name || ' ' || c.topic)`, search)),
      )
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${byName(sql<string>`lower(c.name)`)}, c.id) > (lower(${after?.[0]}), ${after?.[1]}::uuid)`,
        ),
      )
      .orderBy(byName(sql<string>`lower(c.name)`))
      .orderBy("c.id")
      .limit(rowLimit(count))
      .execute()
  );
}

export type DirectoryRow = Awaited<ReturnType<typeof selectDirectory>>[number];

function isMember(userId: string) {
  return sql<boolean>`EXISTS (SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${userId})`;
}

/** Returns how many of these people are in a channel. */
export async function countMembers(
  db: Database,
  channelId: string,
  userIds: readonly string[],
): Promise<number> {
  if (userIds.length === 0) return 0;
  const { count } = await db
    .selectFrom("channel_members")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("channel_id", "=", channelId)
    .where(sql<boolean>`user_id = ANY(${userIds}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}
