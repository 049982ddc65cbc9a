import { type RawBuilder, sql } from "kysely";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import { namesOf } from "../../people/public.ts";

/** Articles, each with its published version and its draft. */
export const fromArticles = (db: Database) =>
  db
    .selectFrom("articles as a")
    .leftJoin("article_versions as v", (join) =>
      join.onRef("v.article_id", "=", "a.id").onRef("v.number", "=", "a.version"),
    )
    .leftJoin("article_drafts as d", "d.article_id", "a.id");

/** Articles as lists show them. The caller filters by `isReadable`. */
export function selectArticles(db: Database) {
  return fromArticles(db)
    .select([
      "a.id",
      "a.kind",
      "a.title",
      "a.summary",
      "a.category",
      "a.tags",
      "a.parent_id",
      "a.path",
      "a.department_ids",
      "a.role_ids",
      "a.shown_department_ids",
      "a.shown_role_ids",
      "a.owner_id",
      "a.created_by",
      "a.reviewer_id",
      "a.status",
      "a.version",
      "a.must_read_version",
      "a.review_days",
      "a.review_at",
      "a.verified_at",
      "a.verified_by",
      "a.helpful",
      "a.unhelpful",
      "a.comment_count",
      "a.is_template",
      "a.is_shared",
      "a.origin_kind",
      "a.origin_id",
      "a.revision",
      "a.created_at",
      "a.updated_at",
      "v.words",
      "v.published_at",
      "d.state as draft_state",
    ])
    .select([
      namesOf("departments", "a.department_ids").as("departments"),
      namesOf("roles", "a.role_ids").as("roles"),
    ]);
}

/** A page of the articles that meet all these conditions, by title. */
export function pageByTitle(
  db: Database,
  page: { cursor?: string | undefined; limit: number },
  conditions: readonly RawBuilder<boolean>[],
): Promise<{ rows: ArticleRow[]; nextCursor: string | null }> {
  return fetchPage(
    page,
    placeByName,
    (after, count) =>
      selectArticles(db)
        // The database lower-cases some letters in other ways than JavaScript, and so it makes the place in the order.
        .select(sql<string>`lower(a.title)`.as("title_key"))
        .where(sql<boolean>`(${sql.join(conditions, sql` AND `)})`)
        .$if(after !== undefined, (rows) =>
          rows.where(sql<boolean>`(lower(a.title), a.id) > (${after?.[0]}, ${after?.[1]}::uuid)`),
        )
        .orderBy(sql`lower(a.title)`)
        .orderBy("a.id")
        .limit(count)
        .execute(),
    (row) => [row.title_key, row.id],
  );
}

export type ArticleRow = Awaited<ReturnType<ReturnType<typeof selectArticles>["execute"]>>[number];

/** SQL: a day as `2026-11-23`; the driver would make it an instant. */
export const dayText = (column: string): RawBuilder<string | null> =>
  sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

/** The last action of a person on an article, in JSON. */
export interface ReadColumns {
  version: number;
  read_at: string;
  confirmed_at: string | null;
}

/** SQL: the newest version of `a` that this person has opened, or confirmed. */
export function lastRead(userId: RawBuilder<unknown>, what: "read" | "confirmed") {
  const only = what === "confirmed" ? sql`AND r.confirmed_at IS NOT NULL` : sql``;
  return sql<ReadColumns | null>`(
    SELECT json_build_object('version', r.version, 'read_at', r.read_at, 'confirmed_at', r.confirmed_at)
    FROM article_reads r WHERE r.article_id = a.id AND r.user_id = ${userId} ${only}
    ORDER BY r.version DESC LIMIT 1)`;
}

/** SQL: this person has confirmed what of `a` has to be read. */
export const hasConfirmed = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM article_reads r WHERE r.article_id = a.id AND r.user_id = ${userId}
    AND r.version >= a.must_read_version AND r.confirmed_at IS NOT NULL LIMIT 1)`;

/** SQL: how this person voted on `a`. */
export const voteOf = (userId: string) => sql<"yes" | "no" | null>`(
  SELECT CASE WHEN w.is_helpful THEN 'yes' ELSE 'no' END FROM article_votes w
  WHERE w.article_id = a.id AND w.user_id = ${userId})`;

/** SQL: this person has starred `a`. */
export const isStarredBy = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM article_stars s WHERE s.article_id = a.id AND s.user_id = ${userId} LIMIT 1)`;

/**
 * SQL: this person follows `a`, as they chose; without a choice, its owner and everybody who has written a version of it do.
 */
export const isFollowedBy = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce((SELECT f.is_following FROM followers f
      WHERE f.subject_kind = 'article' AND f.subject_id = a.id AND f.person_id = ${userId} LIMIT 1),
    a.owner_id = ${userId} OR EXISTS (SELECT FROM article_versions w
      WHERE w.article_id = a.id AND ${userId} = ANY(w.editor_ids) LIMIT 1))`;
