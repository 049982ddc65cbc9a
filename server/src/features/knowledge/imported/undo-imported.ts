import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { dropDocument } from "../../documents/public.ts";
import { lockTree } from "../model/tree.ts";
import { documentOf } from "../text/draft-text.ts";

/** SQL: people have added something to the article `a`, which an import made. */
const hasAdditions = (importId: string) => sql<boolean>`(
  EXISTS (SELECT FROM comments c WHERE c.subject_kind IN ('article', 'article-draft') AND c.subject_id = a.id AND c.deleted_at IS NULL)
  OR EXISTS (SELECT FROM articles b WHERE b.parent_id = a.id AND NOT EXISTS (
    SELECT FROM import_items o WHERE o.target_id = b.id AND o.import_id = ${importId}))
  OR EXISTS (SELECT FROM import_places p JOIN imports m ON m.id = p.import_id
    WHERE p.article_id = a.id AND m.id <> ${importId} AND m.state NOT IN ('undone', 'failed'))
  OR EXISTS (SELECT FROM onboarding_items s WHERE s.article_id = a.id AND s.done_at IS NULL)
  OR a.id::text IN (SELECT s ->> 'articleId' FROM onboarding_paths p, jsonb_array_elements(p.items) s))`;

/** SQL: people have changed the article `a`, which an import made, or refer to it. */
const hasChanges = (importId: string) => sql<boolean>`(
  a.revision > 1 OR a.version > 1 OR a.deleted_at IS NOT NULL OR a.verified_at IS NOT NULL
  OR (a.status = 'PUBLISHED' AND EXISTS (SELECT FROM article_drafts d WHERE d.article_id = a.id))
  OR (a.status <> 'PUBLISHED' AND a.version IS NOT NULL)
  OR EXISTS (SELECT FROM article_drafts d WHERE d.article_id = a.id AND d.version > 1)
  OR EXISTS (SELECT FROM documents d
    WHERE d.subject_kind = 'article' AND d.subject_id = a.id AND d.sequence > 0)
  OR EXISTS (SELECT FROM article_votes v WHERE v.article_id = a.id)
  OR EXISTS (SELECT FROM article_links l JOIN articles b ON b.id = l.article_id
    WHERE l.target_kind = 'article' AND l.target_id = a.id AND NOT EXISTS (
      SELECT FROM import_items o WHERE o.target_id = b.id AND o.import_id = ${importId})))`;

const made = (importId: string) => sql`(SELECT i.target_id FROM import_items i
  WHERE i.import_id = ${importId} AND i.kind IN ('article', 'article part'))`;

/** Counts the articles of an import that people have added something to, and those that they have changed. */
export async function countBuiltOnArticles(tx: Database, importId: string) {
  const number = async (condition: RawBuilder<boolean>) => {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM articles a
      WHERE a.id IN ${made(importId)} AND ${condition}`.execute(tx);
    return rows[0]?.count ?? 0;
  };
  return {
    added: await number(hasAdditions(importId)),
    changed: await number(hasChanges(importId)),
  };
}

/** SQL: the IDs of articles of an import that people have built on. */
export const selectBuiltOnArticles = (importId: string) => sql<{ id: string }>`SELECT a.id FROM articles a
  WHERE a.id IN ${made(importId)} AND (${hasAdditions(importId)} OR ${hasChanges(importId)})`;

/**
 * Deletes articles that an import made, for good, unless people have built on them or other pages are below them. The
 * caller deletes the deepest ones first.
 * @returns those that stay.
 */
export async function deleteImportedArticles(
  tx: Database,
  importId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  await lockTree(tx);
  await sql`SELECT FROM articles WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows: kept } = await sql<{ id: string; title: string }>`SELECT a.id, a.title FROM articles a
    WHERE a.id = ANY(${[...ids]}::uuid[]) AND (${hasAdditions(importId)} OR ${hasChanges(importId)}
      OR EXISTS (SELECT FROM articles b WHERE b.parent_id = a.id AND b.id <> ALL(${[...ids]}::uuid[])))`.execute(
    tx,
  );
  // All pages above one that stays stay as well.
  const { rows: above } = await sql<{ id: string; title: string }>`SELECT a.id, a.title FROM articles a
    WHERE a.id = ANY(${[...ids]}::uuid[]) AND a.id <> ALL(${kept.map(({ id }) => id)}::uuid[]) AND EXISTS (
      SELECT FROM articles b WHERE b.id = ANY(${kept.map(({ id }) => id)}::uuid[]) AND a.id = ANY(b.path))`.execute(
    tx,
  );
  const stays = [...kept, ...above];
  const gone = ids.filter((id) => !stays.some((one) => one.id === id));
  for (const id of gone) await dropDocument(tx, documentOf(id));
  await sql`DELETE FROM articles WHERE id = ANY(${gone}::uuid[])`.execute(tx);
  return stays;
}
