import { readOutline } from "@atoll/contract/knowledge/outline";
import { uuidSource } from "@atoll/contract/uuid";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { dropDocument } from "../../documents/public.ts";
import { notify } from "../../notifications/public.ts";
import { touchColumns } from "../model/lock-article.ts";
import { dayText } from "../model/queries.ts";
import { documentOf } from "./draft-text.ts";

/** Something that a page links to. */
export interface ArticleLink {
  kind: "article" | "task" | "channel" | "person" | "announcement" | "event";
  id: string;
}

const id = `(${uuidSource})`;
const patterns = [
  ["article", new RegExp(`/knowledge-base/(?:(?:articles|sop|faq)/|faq\\?answer=)${id}`, "gi")],
  ["task", new RegExp(`/tasks/${id}`, "gi")],
  ["channel", new RegExp(`/chat/${id}`, "gi")],
  ["person", new RegExp(`/colleagues/${id}`, "gi")],
  ["announcement", new RegExp(`/announcements/${id}`, "gi")],
  ["event", new RegExp(`/calendar\\?event=${id}`, "gi")],
] as const;
const maxLinks = 500;

/** References by id, as the editor writes them: `[words](task:<id>)` and `![](task:<id>)`. */
const reference = new RegExp(`\\]\\((article|task|channel|person|announcement|event):${id}\\)`, "gi");

/** Finds links of a text to things of this workspace, each once; the first 500. */
export function findLinks(markdown: string): ArticleLink[] {
  const found = new Map<string, ArticleLink>();
  for (const [kind, pattern] of patterns)
    for (const [, target] of markdown.matchAll(pattern)) {
      if (target === undefined || found.size >= maxLinks) continue;
      const link = { kind, id: target.toLowerCase() };
      found.set(`${kind}/${link.id}`, link);
    }
  for (const [, kind, target] of markdown.matchAll(reference)) {
    const known = patterns.find(([name]) => name === kind?.toLowerCase())?.[0];
    if (known === undefined || target === undefined || found.size >= maxLinks) continue;
    found.set(`${known}/${target.toLowerCase()}`, { kind: known, id: target.toLowerCase() });
  }
  return [...found.values()];
}

/**
 * Makes the draft of an article its next version, which never changes, and deletes the draft. The version counts as
 * verified by its publisher, and as read by them. Followers are notified, and people mentioned for the first time. The
 * caller has locked the article and checked the viewer's rights.
 * @param text of the shared document; without it the text that the row of the draft holds.
 * @returns the number of the version.
 * @throws {AppError} `draft_not_found`, `invalid_request` for a draft without a title.
 */
export async function addVersion(
  tx: Database,
  userId: string,
  articleId: string,
  text?: string,
): Promise<number> {
  const draft = await tx
    .deleteFrom("article_drafts")
    .where("article_id", "=", articleId)
    .returningAll()
    .returning([dayText("effective_on").as("effective_day"), dayText("due_on").as("due_day")])
    .executeTakeFirst();
  if (!draft) throw new AppError("draft_not_found");
  if (draft.title === "")
    throw new AppError("invalid_request", { fields: [{ path: "title", message: "Title is required" }] });
  const body = text ?? draft.body;
  const outline = readOutline(body);
  const last = await tx
    .selectFrom("article_versions")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("article_id", "=", articleId)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await tx
    .insertInto("article_versions")
    .values({
      article_id: articleId,
      number,
      title: draft.title,
      summary: draft.summary,
      body,
      note: draft.note,
      words: outline.words,
      steps: JSON.stringify(outline.steps),
      effective_on: draft.effective_day,
      must_read: draft.must_read,
      due_on: draft.must_read ? draft.due_day : null,
      published_by: userId,
      editor_ids: [...new Set([...draft.editor_ids, draft.updated_by])],
      approved_by: draft.approved_by,
    })
    .execute();
  await setCurrent(tx, userId, articleId, number, draft);
  const people = await replaceLinks(tx, articleId, body);
  await notify(tx, { kind: "knowledge.mention", subjectId: articleId, actorId: userId, people });
  await notify(tx, {
    kind: "knowledge.published",
    subjectId: articleId,
    actorId: userId,
    rule: "followers",
    place: { id: articleId, seq: number },
  });
  await dropDocument(tx, documentOf(articleId));
  await sql`INSERT INTO article_reads (article_id, user_id, version) VALUES (${articleId}, ${userId}, ${number})
    ON CONFLICT DO NOTHING`.execute(tx);
  return number;
}

async function setCurrent(
  tx: Database,
  userId: string,
  articleId: string,
  number: number,
  draft: { title: string; summary: string; must_read: boolean; due_day: string | null },
): Promise<void> {
  await tx
    .updateTable("articles")
    .set({
      ...touchColumns,
      title: draft.title,
      summary: draft.summary,
      status: "PUBLISHED",
      is_shared: true,
      version: number,
      reviewer_id: null,
      verified_at: sql`now()`,
      verified_by: userId,
      review_at: sql`now() + review_days * interval '1 day'`,
      stale_told_at: null,
      ...(draft.must_read ? { must_read_version: number, due_on: draft.due_day } : {}),
    })
    .where("id", "=", articleId)
    .execute();
}

/** @returns people who are mentioned and were not in the version before. */
async function replaceLinks(tx: Database, articleId: string, body: string): Promise<string[]> {
  const gone = await tx
    .deleteFrom("article_links")
    .where("article_id", "=", articleId)
    .returning(["target_kind", "target_id"])
    .execute();
  const links = findLinks(body).filter(({ kind, id }) => kind !== "article" || id !== articleId);
  if (links.length > 0)
    await tx
      .insertInto("article_links")
      .values(links.map(({ kind, id }) => ({ article_id: articleId, target_kind: kind, target_id: id })))
      .execute();
  const before = new Set(
    gone.flatMap(({ target_kind, target_id }) => (target_kind === "person" ? [target_id] : [])),
  );
  return links.flatMap(({ kind, id }) => (kind === "person" && !before.has(id) ? [id] : []));
}
