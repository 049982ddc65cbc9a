import { ideaNoteLength } from "@atoll/contract/ideas/limits";
import type { IdeaScore } from "@atoll/contract/ideas/schemas";
import { type RawBuilder, sql } from "kysely";
import { byName } from "../../platform/database/by-name.ts";
import { exactInstant } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import { filesOf } from "../files/public.ts";
import { ideaKind } from "./idea-kind.ts";
import { writerOf } from "./readable.ts";

interface Named {
  id: string;
  name: string;
}

/** Departments by name, as they are now; those that are gone are left out. */
const departmentsOf = (ids: RawBuilder<unknown>) => sql<Named[]>`coalesce((
  SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY ${byName("d.name")})
  FROM departments d WHERE d.id = ANY(${ids})), '[]')`;

/** Ideas as lists show them, for any viewer: `isReadable` says who may. */
export function selectIdeas(db: Database) {
  return db
    .selectFrom("ideas as i")
    .select([
      "i.id",
      "i.title",
      sql<string>`left(i.content, ${sql.lit(ideaNoteLength)})`.as("note"),
      "i.status",
      "i.status_at",
      sql<string | null>`to_char(i.target_on, 'YYYY-MM-DD')`.as("target_on"),
      "i.author_id",
      "i.owner_id",
      "i.department_id",
      "i.audience_ids",
      "i.tags",
      "i.vote_count",
      "i.vote_version",
      "i.comment_count",
      "i.impact",
      "i.effort_weeks",
      "i.score_count",
      sql<string | null>`left(i.reply, ${sql.lit(ideaNoteLength)})`.as("reply_note"),
      "i.reply_at",
      "i.reply_by",
      "i.task_count",
      "i.hidden_at",
      "i.locked_at",
      "i.merged_into_id",
      "i.text_version",
      "i.version",
      "i.created_at",
      "i.updated_at",
    ])
    .select([
      sql<
        (Named & { slug: string }) | null
      >`(SELECT json_build_object('id', d.id, 'name', d.name, 'slug', d.slug) FROM departments d
        WHERE d.id = i.department_id)`.as("department"),
      departmentsOf(sql`i.audience_ids`).as("audience"),
      writerOf.as("writer_id"),
    ]);
}

export type IdeaRow = Awaited<ReturnType<ReturnType<typeof selectIdeas>["execute"]>>[number];

/** The same with what one person did. */
export function selectListed(db: Database, userId: string) {
  return selectIdeas(db).select([
    sql<boolean>`EXISTS (SELECT FROM votes v WHERE v.root_id = i.id AND v.subject_kind = ${sql.lit(ideaKind)}
      AND v.person_id = ${userId})`.as("has_voted"),
    sql<IdeaScore | null>`(SELECT json_build_object('impact', s.impact, 'effortWeeks', s.effort_weeks)
      FROM idea_scores s WHERE s.idea_id = i.id AND s.user_id = ${userId})`.as("own_score"),
    "i.trend",
    exactInstant("i.created_at").as("exact_created_at"),
    exactInstant("i.status_at").as("exact_status_at"),
  ]);
}

export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>["execute"]>>[number];

/** The same with what only an opened idea shows. */
export function selectOpen(db: Database, userId: string, ideaId: string) {
  return selectListed(db, userId)
    .select(["i.content", "i.reply", "i.source_message_id", filesOf(ideaKind, sql`i.id`).as("files")])
    .select(
      sql<{ status: IdeaRow["status"]; at: string }[]>`coalesce((SELECT json_agg(step) FROM (
        SELECT e.facts ->> 'to' AS status, max(e.at) AS at FROM idea_entries e
        WHERE e.idea_id = i.id AND e.kind = 'status' GROUP BY 1) step), '[]')`.as("steps"),
    )
    .where("i.id", "=", ideaId);
}

export type OpenRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOpen>["executeTakeFirst"]>>>;

/** The tasks that an idea became, in their order, including those that the viewer may not read. */
export async function selectTaskIds(db: Database, ideaId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("idea_tasks")
    .select("task_id")
    .where("idea_id", "=", ideaId)
    .orderBy("number")
    .execute();
  return rows.map((row) => row.task_id);
}
