import type { Question } from "@atoll/contract/questions/schemas";
import { sql } from "kysely";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import type { Colleague, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { presentQuestions } from "../present.ts";
import { type ListQuery, listQuestions } from "./list-questions.ts";

const columns = [
  "id",
  "question",
  "details",
  "asked by",
  "tags",
  "department",
  "private",
  "votes",
  "answers",
  "accepted answer by",
  "closed as",
  "may be outdated",
  "views",
  "asked at",
  "active at",
];

/**
 * Returns a part of a CSV file of questions, in the order of a list. The first part begins with the names of the columns.
 * Each part checks again what the viewer may read. An anonymous author is not named, not even to themselves.
 */
export async function exportQuestions(
  context: Pick<SliceContext, "db" | "people">,
  viewer: Colleague,
  query: ListQuery,
): Promise<{ csv: string; count: number; nextCursor: string | null }> {
  const { rows, nextCursor } = await listQuestions(context.db, viewer, query);
  const [questions, details] = await Promise.all([
    presentQuestions(context, viewer, rows),
    findDetails(
      context.db,
      rows.map(({ id }) => id),
    ),
  ]);
  const cells = questions.map((question) => toCells(question, details.get(question.id) ?? ""));
  const csv = query.cursor === undefined ? csvBeginning + toCsv([columns, ...cells]) : toCsv(cells);
  return { csv, count: questions.length, nextCursor };
}

function toCells(question: Question, details: string): (string | number)[] {
  return [
    question.id,
    question.title,
    details,
    question.author?.name ?? "Anonymous",
    question.tags.map(({ name }) => name).join(", "),
    question.department?.name ?? "",
    question.isPrivate ? "yes" : "no",
    question.standing.votes.count,
    question.answerCount,
    question.acceptedBy?.name ?? "",
    question.closedAs ?? "",
    question.isStale ? "yes" : "no",
    question.viewCount,
    question.createdAt,
    question.activeAt,
  ];
}

async function findDetails(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("questions")
    .select(["id", "content"])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}
