import type { Expert, QuestionOverview } from "@atoll/contract/questions/schemas";
import { type RawBuilder, sql } from "kysely";
import { byName } from "../../../platform/database/by-name.ts";
import type { Colleague, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { isInFaq } from "../queries.ts";
import { isReadable } from "../readable.ts";
import { isInView } from "./list-questions.ts";

type Sources = Pick<SliceContext, "db" | "people">;

/** The numbers of tags, people and waiting questions next to the list. */
const shownTags = 12;
const shownExperts = 5;
const shownQueue = 3;
/** Counting ends here. */
const maxCounted = 1000;

/** Reads what is shown next to the list of questions: counts, tags, experts, and the questions that wait longest. */
export async function readOverview(sources: Sources, viewer: Colleague): Promise<QuestionOverview> {
  const { db } = sources;
  const [counts, tags, queue, helpful] = await Promise.all([
    countViews(db, viewer),
    selectTags(db, viewer),
    selectQueue(db, viewer),
    findExperts(sources, viewer, [], 30),
  ]);
  const asked = await sources.people.of(queue.flatMap(({ asked_id }) => asked_id ?? []));
  return {
    ...counts,
    tags,
    helpful,
    queue: await Promise.all(
      queue.map(async (row) => ({
        question: { id: row.id, title: row.title },
        createdAt: row.created_at.toISOString(),
        votes: row.vote_count,
        asked: (row.asked_id && asked.get(row.asked_id)) || null,
        expert:
          row.tags === null
            ? null
            : ((await findExperts(sources, viewer, row.tags, null)).find(
                ({ person }) => person.id !== viewer.id && person.id !== row.author_id,
              ) ?? null),
      })),
    ),
  };
}

const fromQuestions = sql`questions q JOIN vote_subjects s ON s.id = q.id AND s.kind = 'question'`;

/** Counts the questions in each view of the viewer, in one department or in all. */
export async function countViews(db: Database, viewer: Colleague, departmentId?: string) {
  const isThere = departmentId === undefined ? sql`true` : sql`q.department_id = ${departmentId}`;
  const count = (view: "all" | "unanswered" | "following" | "mine"): RawBuilder<number> =>
    sql<number>`(SELECT count(*) FROM (SELECT FROM ${fromQuestions}
      WHERE ${isInView(view, viewer)} AND ${isThere} AND ${isReadable(viewer)} LIMIT ${sql.lit(maxCounted)}) counted)`;
  const { rows } = await sql<{ total: number; unanswered: number; following: number; mine: number }>`SELECT
    ${count("all")} AS total, ${count("unanswered")} AS unanswered,
    ${count("following")} AS following, ${count("mine")} AS mine`.execute(db);
  return rows[0] ?? { total: 0, unanswered: 0, following: 0, mine: 0 };
}

async function selectTags(db: Database, viewer: Colleague) {
  const { rows } = await sql<{ id: string; name: string; count: number; isFollowing: boolean }>`
    WITH used AS (
      SELECT tag_id, count(*) AS count FROM ${fromQuestions}, unnest(q.tag_ids) AS tag_id
      WHERE s.merged_into IS NULL AND ${isReadable(viewer)} GROUP BY tag_id
    ) SELECT t.id, t.name, u.count, f.is AS "isFollowing" FROM used u JOIN question_tags t ON t.id = u.tag_id,
      LATERAL (SELECT EXISTS (SELECT FROM followers f WHERE f.subject_id = t.id AND f.subject_kind = 'question-tag'
        AND f.person_id = ${viewer.id} AND f.is_following) AS is) f
    ORDER BY f.is DESC, u.count DESC, ${byName("t.name")} LIMIT ${sql.lit(shownTags)}`.execute(db);
  return rows;
}

async function selectQueue(db: Database, viewer: Colleague) {
  const { rows } = await sql<{
    id: string;
    title: string;
    created_at: Date;
    author_id: string | null;
    asked_id: string | null;
    vote_count: number;
    tags: string[] | null;
  }>`
    SELECT q.id, q.title, q.created_at, q.author_id, q.asked_id, s.vote_count,
      (SELECT array_agg(t.name) FROM question_tags t WHERE t.id = ANY(q.tag_ids)) AS tags
    FROM ${fromQuestions} WHERE ${isInView("unanswered", viewer)} AND NOT ${isInFaq} AND s.locked_at IS NULL
      AND ${isReadable(viewer)} ORDER BY q.created_at, q.id LIMIT ${sql.lit(shownQueue)}`.execute(db);
  return rows;
}

/** Tags of questions that the viewer may read, the most used first: names of others would tell of private questions. */
export async function findTags(
  db: Database,
  viewer: Colleague,
  text: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT t.id, t.name FROM question_tags t,
      LATERAL (SELECT count(*) AS count FROM questions q WHERE q.tag_ids @> ARRAY[t.id] AND ${isReadable(viewer)}) u
    WHERE starts_with(t.name, ${text}) AND u.count > 0 ORDER BY u.count DESC, ${byName("t.name")} LIMIT 20`.execute(
    db,
  );
  return rows;
}

/**
 * The colleagues with the most accepted answers on questions with any of these tags, as far as the viewer may read them.
 * @param days only answers that were accepted so recently; null: all.
 */
export async function findExperts(
  { db, people }: Sources,
  viewer: Colleague,
  tags: readonly string[],
  days: number | null,
): Promise<Expert[]> {
  const { rows } = await sql<{ person_id: string; accepted: number; tags: string[] | null }>`
    WITH accepted AS (
      SELECT a.id, a.author_id, q.tag_ids FROM questions q
      JOIN question_answers a ON a.id = q.chosen_answer_id
      JOIN accounts present ON present.id = a.author_id AND present.disabled_at IS NULL
      WHERE ${isReadable(viewer)} AND a.author_id IS DISTINCT FROM q.author_id
        AND (${days}::int IS NULL OR q.chosen_at > now() - make_interval(days => ${days}::int))
        AND (${tags.length === 0} OR q.tag_ids && ARRAY(SELECT t.id FROM question_tags t WHERE t.name = ANY(${[...tags]}::text[])))
    ) SELECT author_id AS person_id, count(DISTINCT id) AS accepted, (
        SELECT array_agg(name ORDER BY number DESC, ${byName("name")}) FROM (
          SELECT t.name, count(*) AS number FROM accepted own, unnest(own.tag_ids) AS tag_id
          JOIN question_tags t ON t.id = tag_id WHERE own.author_id = accepted.author_id
          GROUP BY t.name ORDER BY count(*) DESC, ${byName("t.name")} LIMIT 2) best) AS tags
    FROM accepted GROUP BY author_id ORDER BY accepted DESC, author_id LIMIT ${sql.lit(shownExperts)}`.execute(
    db,
  );
  const known = await people.of(rows.map(({ person_id }) => person_id));
  return rows.flatMap((row) => {
    const person = known.get(row.person_id);
    return person ? [{ person, accepted: row.accepted, tags: row.tags ?? [] }] : [];
  });
}
