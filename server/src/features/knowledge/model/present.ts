import type { ArticleState } from "@atoll/contract/knowledge/limits";
import type { Step } from "@atoll/contract/knowledge/outline";
import type { Article, ArticleRead } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { type People, presentAudience } from "../../people/public.ts";
import type { ArticleRow, ReadColumns } from "./queries.ts";

/** Articles as lists show them. */
export async function presentArticles(people: People, rows: readonly ArticleRow[]): Promise<Article[]> {
  const known = await people.of(rows.flatMap(peopleOfArticle));
  return rows.map((row) => presentArticle(known, row));
}

/** The people named in a presented article. */
export const peopleOfArticle = (row: ArticleRow): string[] =>
  row.verified_by ? [row.owner_id, row.verified_by] : [row.owner_id];

/** One article, with the people that were looked up for it. */
export function presentArticle(known: ReadonlyMap<string, Person>, row: ArticleRow): Article {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    summary: row.summary,
    parentId: row.parent_id,
    category: row.category,
    tags: row.tags,
    ...presentAudience(row),
    owner: personIn(known, row.owner_id),
    state: stateOf(row),
    version: row.version,
    publishedAt: row.published_at?.toISOString() ?? null,
    words: row.words ?? 0,
    reviewDays: row.review_days,
    reviewAt: row.review_at?.toISOString() ?? null,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    verifiedBy: row.verified_by === null ? null : personIn(known, row.verified_by),
    helpful: row.helpful,
    unhelpful: row.unhelpful,
    commentCount: row.comment_count,
    isTemplate: row.is_template,
    isShared: row.is_shared,
    origin:
      row.origin_kind === null || row.origin_id === null
        ? null
        : { kind: row.origin_kind, id: row.origin_id },
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** @throws {AppError} `internal_error` for a person who was never here: every id of a row is one of a profile. */
export function personIn(known: ReadonlyMap<string, Person>, id: string): Person {
  const person = known.get(id);
  if (!person) throw new AppError("internal_error", { detail: `no profile ${id}` });
  return person;
}

function stateOf({ status, draft_state }: ArticleRow): ArticleState {
  if (status === "ARCHIVED") return "archived";
  if (status === "PUBLISHED") return "published";
  return draft_state === null || draft_state === "writing" ? "draft" : "review";
}

export function presentRead(read: ReadColumns | null): ArticleRead | null {
  return (
    read && {
      version: read.version,
      readAt: new Date(read.read_at).toISOString(),
      confirmedAt: read.confirmed_at === null ? null : new Date(read.confirmed_at).toISOString(),
    }
  );
}

const stepsSchema = z.array(z.object({ id: z.string(), title: z.string() }));

/** The steps of a version, as its row holds them; none without a version. */
export function parseSteps(steps: unknown): Step[] {
  return steps === null || steps === undefined ? [] : stepsSchema.parse(steps);
}
