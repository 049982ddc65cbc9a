import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { rowLimit } from "./row-limit.ts";

/** A page of a channel's members by name, those whose name contains `search` in any case, with their number. */
export async function selectMembers(
  db: Database,
  channelId: string,
  page: { search: string; offset: number; limit: number },
) {
  const members = db.selectFrom("channel_members as m").where("m.channel_id", "=", channelId);
  const named = members
    .innerJoin("profiles as p", "p.id", "m.user_id")
    .$if(page.search !== "", (query) =>
      query.where(sql<boolean>`lower(p.name) LIKE ${containing(page.search)}`),
    );
  const [rows, count] = await Promise.all([
    named
      .leftJoin("accounts as a", "a.id", "m.user_id")
      .select(["p.id", "p.name", "p.avatar_url", "a.email", "m.is_owner", "m.joined_at"])
      .orderBy("p.name")
      .orderBy("p.id")
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    // Without a search nobody's name is looked at.
    (page.search === "" ? members : named)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

/** A page of the public channels by name, those whose name or topic contains `search`; one more tells of more. */
export function selectDirectory(
  db: Database,
  userId: string,
  page: { search: string; offset: number; limit: number },
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
      // Nobody joins a department's channel but by joining the department.
      .where((eb) => eb.or([eb("c.follows_department", "=", false), isMember(userId)]))
      .$if(page.search !== "", (query) =>
        query.where(
          sql<boolean>`(lower(c.name) LIKE ${containing(page.search)} OR lower(c.topic) LIKE ${containing(page.search)})`,
        ),
      )
      .orderBy(sql`lower(c.name)`)
      .orderBy("c.id")
      .offset(page.offset)
      .limit(rowLimit(page.limit + 1))
      .execute()
  );
}

export type DirectoryRow = Awaited<ReturnType<typeof selectDirectory>>[number];

function isMember(userId: string) {
  return sql<boolean>`EXISTS (SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${userId})`;
}

function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}

/** How many of these people are in a channel. */
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
