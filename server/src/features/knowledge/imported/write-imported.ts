import { maxArticleDepth, maxTreeArticles } from "@atoll/contract/knowledge/limits";
import { readOutline } from "@atoll/contract/knowledge/outline";
import { sql } from "kysely";
import { hashSent } from "../../../platform/create-once.ts";
import type { Database } from "../../../tables.ts";
import { openSeeded } from "../../documents/public.ts";
import { attachFiles } from "../../files/public.ts";
import { findParent, lockTree, narrow, rankBefore } from "../model/tree.ts";
import { findLinks } from "../text/add-version.ts";
import { documentOf } from "../text/draft-text.ts";

/** An imported page, with people, files and other pages by their IDs. */
export interface ReadyArticle {
  id: string;
  parentId: string | null;
  title: string;
  body: string;
  tags: string[];
  /** The first state of a draft that nobody else reads. Undefined for a page that is published. */
  seeded: Uint8Array | undefined;
  departmentIds: string[];
  ownerId: string;
  creatorId: string;
  editorId: string;
  at: Date;
  updatedAt: Date;
  /** Uploaded by `fileOwnerId`. */
  fileIds: string[];
  /** Those of them that are not pictures of its text. */
  attachmentIds: string[];
  fileOwnerId: string;
}

/**
 * Writes pages of the past as they would be if they had been written here, parents first, at the end of their place in
 * the tree. They notify nobody, and nobody is asked to verify them.
 */
export async function writeImportedArticles(tx: Database, articles: readonly ReadyArticle[]): Promise<void> {
  if (articles.length > 0) await lockTree(tx);
  for (const article of articles) {
    const { id, parentId, seeded, departmentIds } = article;
    const parent = parentId === null ? undefined : await findParent(tx, parentId, 1);
    const shown = narrow(parent, { departmentIds, roleIds: [] });
    await tx
      .insertInto("articles")
      .values({
        ...{ id, kind: "article", title: article.title, tags: article.tags, parent_id: parentId },
        rank: await rankBefore(tx, parentId, null, id),
        path: [...(parent?.path ?? []), id],
        ...{ department_ids: departmentIds, role_ids: [], owner_id: article.ownerId },
        ...{ shown_department_ids: shown.departmentIds, shown_role_ids: shown.roleIds },
        ...{ created_by: article.creatorId, is_shared: seeded === undefined, review_days: null },
        ...{ created_at: article.at, updated_at: article.updatedAt, sent_hash: hashSent(id, "imported") },
        ...(seeded === undefined && { status: "PUBLISHED" as const, version: 1 }),
      })
      .execute();
    if (seeded === undefined) await publish(tx, article);
    else await keepDraft(tx, article, seeded);
    await attachFiles(tx, article.fileOwnerId, { kind: "article", id }, article.fileIds);
    if (article.attachmentIds.length > 0)
      await tx
        .insertInto("article_attachments")
        .values(article.attachmentIds.map((fileId) => ({ file_id: fileId, article_id: id })))
        .execute();
  }
}

async function publish(tx: Database, { id, title, body, editorId, updatedAt }: ReadyArticle): Promise<void> {
  const { words, steps } = readOutline(body);
  await tx
    .insertInto("article_versions")
    .values({
      ...{
        article_id: id,
        number: 1,
        title,
        summary: "",
        body,
        note: "",
        words,
        steps: JSON.stringify(steps),
      },
      ...{ must_read: false, published_by: editorId, published_at: updatedAt },
    })
    .execute();
  const links = findLinks(body).filter((link) => link.kind !== "article" || link.id !== id);
  if (links.length > 0)
    await tx
      .insertInto("article_links")
      .values(links.map((link) => ({ article_id: id, target_kind: link.kind, target_id: link.id })))
      .execute();
}

async function keepDraft(
  tx: Database,
  { id, title, body, creatorId, editorId, updatedAt }: ReadyArticle,
  seeded: Uint8Array,
): Promise<void> {
  await tx
    .insertInto("article_drafts")
    .values({
      ...{ article_id: id, title, summary: "", body, editor_ids: [creatorId] },
      ...{ updated_by: editorId, updated_at: updatedAt },
    })
    .execute();
  await openSeeded(tx, documentOf(id), async () => seeded);
}

/** Returns those of these pages that others can be put below, each with the pages above and itself. */
export async function findImportedParents(
  tx: Database,
  ids: readonly string[],
): Promise<Map<string, { path: string[]; isShared: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("articles")
    .select(["id", "path", "is_shared"])
    .where("id", "in", [...new Set(ids)])
    .where("kind", "=", "article")
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, path, is_shared }) => [id, { path, isShared: is_shared }]));
}

/** The page that another one goes below: one further up where the tree may not be deeper. */
export function parentAsDeepAsAllowed(path: readonly string[]): string | null {
  return path[Math.min(path.length, maxArticleDepth - 1) - 1] ?? null;
}

/** Returns whether the tree has more pages than it shows at once. */
export async function isTreeFull(tx: Database): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (
    SELECT FROM articles WHERE kind = 'article' LIMIT ${sql.lit(maxTreeArticles + 1)}) a`.execute(tx);
  return (rows[0]?.count ?? 0) > maxTreeArticles;
}
