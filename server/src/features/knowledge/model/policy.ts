import {
  type ArticleParts,
  canEditArticle,
  canGovernArticle,
  canSeeArticleReaders,
  canWriteKnowledge,
  isArticleFor,
  type KnowledgeViewer,
} from "@atoll/contract/knowledge/policy";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";

/** The columns that decide who may do what. */
interface JudgedRow {
  owner_id: string;
  created_by: string;
  reviewer_id: string | null;
  shown_department_ids: string[];
  shown_role_ids: string[];
  is_shared: boolean;
}

/** Reads from a row the fields that the contract's policies check. */
export const partsOf = (row: JudgedRow): ArticleParts => ({
  ownerId: row.owner_id,
  createdById: row.created_by,
  reviewerId: row.reviewer_id,
  departmentIds: row.shown_department_ids,
  roleIds: row.shown_role_ids,
  isShared: row.is_shared,
});

/** @throws {AppError} `forbidden` for somebody who may not write in the knowledge base. */
export function assertMayWrite(viewer: KnowledgeViewer): void {
  if (!canWriteKnowledge(viewer)) throw new AppError("forbidden", { detail: "no knowledge/write" });
}

/** @throws {AppError} `forbidden` for somebody who reads this article and may not edit it. */
export function assertMayEdit(viewer: KnowledgeViewer, row: JudgedRow): void {
  if (!canEditArticle(viewer, partsOf(row)))
    throw new AppError("forbidden", { detail: "not theirs to edit" });
}

/** @throws {AppError} `forbidden` for somebody who neither owns nor manages this article. */
export function assertMayGovern(viewer: KnowledgeViewer, row: JudgedRow): void {
  if (!canGovernArticle(viewer, partsOf(row))) throw new AppError("forbidden", { detail: "not theirs" });
}

/** @throws {AppError} `forbidden` for somebody who neither owns nor manages this article. */
export function assertMaySeeReaders(viewer: KnowledgeViewer, row: JudgedRow): void {
  if (!canSeeArticleReaders(viewer, partsOf(row))) throw new AppError("forbidden", { detail: "readers" });
}

/** Returns an article and those of these colleagues who may read it, or nobody where there is none. */
export async function findReaders<Person extends KnowledgeViewer>(
  db: Database,
  articleId: string,
  people: readonly Person[],
) {
  const row = await db
    .selectFrom("articles")
    .select(["owner_id", "created_by", "reviewer_id", "status", "is_shared"])
    .select(["shown_department_ids", "shown_role_ids"])
    .where("id", "=", articleId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return { row, readers: [] };
  const parts = partsOf(row);
  const readers = people.filter(
    (person) =>
      !person.isGuest &&
      (canEditArticle(person, parts) ||
        row.reviewer_id === person.id ||
        (row.status === "PUBLISHED" && isArticleFor(person, parts))),
  );
  return { row, readers };
}
