import { idSchema } from "@atoll/contract/identifiers";
import type { QuestionOrder, QuestionView } from "@atoll/contract/questions/limits";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fetchPage, placeInTime } from "../../../platform/page.ts";
import type { Colleague } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { isFollowedBy, isHiddenAuthor } from "../../votes/public.ts";
import { type QuestionRow, selectQuestions } from "../queries.ts";
import { isReadable } from "../readable.ts";

export interface ListQuery {
  view: QuestionView;
  order: QuestionOrder;
  tag?: string | undefined;
  departmentId?: string | undefined;
  text: string;
  cursor?: string | undefined;
  limit: number;
}

const placeByVotes = z.tuple([z.int(), idSchema]);
type Rows = { rows: QuestionRow[]; nextCursor: string | null };

/** SQL: the question `q` with `s` is in a view of the viewer. What was merged stands under its root. */
export function isInView(view: QuestionView, viewer: Colleague): RawBuilder<boolean> {
  const own = sql<string>`${viewer.id}::uuid`;
  const views: Record<QuestionView, RawBuilder<boolean>> = {
    all: sql<boolean>`true`,
    unanswered: sql<boolean>`(q.answer_count = 0 AND q.duplicate_of IS NULL)`,
    following: isFollowedBy("question", own, sql`q.id`),
    mine: sql<boolean>`(q.author_id = ${own} OR ${isHiddenAuthor("question", own, sql`q.id`)})`,
  };
  return sql<boolean>`(s.merged_into IS NULL AND ${views[view]})`;
}

/** A page of the questions that the viewer may read. */
export async function listQuestions(db: Database, viewer: Colleague, query: ListQuery): Promise<Rows> {
  const { view, order, tag, departmentId, text } = query;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = () =>
    selectQuestions(db, viewer.id)
      .where(isInView(view, viewer))
      .where(isReadable(viewer))
      .$if(tag !== undefined, (some) =>
        some.where(sql<boolean>`q.tag_ids @> ARRAY(SELECT t.id FROM question_tags t WHERE t.name = ${tag})
          AND EXISTS (SELECT FROM question_tags t WHERE t.name = ${tag})`),
      )
      .$if(departmentId !== undefined, (some) => some.where(sql<boolean>`q.department_id = ${departmentId}`))
      .$if(text !== "", (some) =>
        some.where(sql<boolean>`(q.title ILIKE ${pattern} OR q.content ILIKE ${pattern})`),
      );
  if (order === "votes")
    return fetchPage(
      query,
      placeByVotes,
      (after, count) =>
        rows()
          .$if(after !== undefined, (some) =>
            some.where(sql<boolean>`(s.vote_count, q.id) < (${after?.[0]}::int, ${after?.[1]}::uuid)`),
          )
          .orderBy("s.vote_count", "desc")
          .orderBy("q.id", "desc")
          .limit(count)
          .execute(),
      (row) => [row.vote_count, row.id],
    );
  const column = order === "active" ? "q.active_at" : "q.created_at";
  const way = order === "oldest" ? "asc" : "desc";
  const beyond = order === "oldest" ? sql`>` : sql`<`;
  return fetchPage(
    query,
    placeInTime,
    (after, count) =>
      rows()
        .$if(after !== undefined, (some) =>
          some.where(
            sql<boolean>`(${sql.ref(column)}, q.id) ${beyond} (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
          ),
        )
        .orderBy(column, way)
        .orderBy("q.id", way)
        .limit(count)
        .execute(),
    (row) => [order === "active" ? row.active_exact : row.created_exact, row.id],
  );
}
