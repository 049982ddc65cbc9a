import type { newArticleSchema } from "@atoll/contract/knowledge/schemas";
import type { z } from "zod";
import { createOnce, hashSent, insertNew, type Sent } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { openSeeded, seed } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { assertAudienceThere } from "../../people/public.ts";
import { type BroadcastSources, broadcastArticles } from "../model/broadcast.ts";
import { accessArticle } from "../model/lock-article.ts";
import { findParent, lockTree, narrow, rankBefore } from "../model/tree.ts";
import { documentOf } from "../text/draft-text.ts";

type ToCreate = z.output<typeof newArticleSchema>;

/**
 * Creates an article with a draft that is not published. The same one sent again changes nothing.
 * @throws {AppError} `article_id_taken`, `audience_unknown`; `article_not_found` for a parent that the viewer cannot
 *   read; `article_loop` where pages would go too deep.
 */
export async function createArticle(
  sources: BroadcastSources,
  viewer: RequestViewer,
  input: ToCreate,
): Promise<void> {
  const seeded = await seedDraft(input);
  const isNew = await transact(sources.db, async (tx) => {
    if (input.parentId !== null) await accessArticle(tx, viewer, input.parentId);
    return insertArticle(tx, viewer.id, input, { seeded, isShared: false });
  });
  if (isNew) await broadcastArticles(sources, [input.id], []);
}

/**
 * The first state of the draft that people write together; undefined for answers of the FAQ, which are short and written
 * in a plain field. Converting a long text takes a while, so callers do it before they lock the tree.
 */
export async function seedDraft({ kind, body }: ToCreate): Promise<Uint8Array | undefined> {
  return kind === "faq" ? undefined : seed(body);
}

interface InsertOptions {
  /** The thing that it is made from. */
  origin?: { kind: string; id: string };
  /** The draft that people write together; none where the caller publishes the article in the same transaction. */
  seeded?: Uint8Array | undefined;
  /** Its readers, where they are not those of the input: limited further, or nobody. */
  audience?: { departmentIds: string[]; roleIds: string[] };
  /** False for a page that only its author sees until they share it. */
  isShared?: boolean;
}

/**
 * Writes a new article and its draft, in the caller's transaction.
 * @returns false where this very article is there already.
 */
export async function insertArticle(
  tx: Database,
  userId: string,
  input: ToCreate,
  { origin, seeded, audience = input, isShared = true }: InsertOptions = {},
): Promise<boolean> {
  await lockTree(tx);
  const sent = { byId: userId, hash: hashSent(input) };
  const { isNew } = await createOnce(sent, {
    insert: () => insertRow(tx, { ...input, ...audience, isShared }, sent, origin),
    find: () =>
      tx
        .selectFrom("articles")
        .select(["created_by", "sent_hash"])
        .where("id", "=", input.id)
        .executeTakeFirst(),
    sentOf: (row) => ({ byId: row.created_by, hash: row.sent_hash }),
    taken: "article_id_taken",
  });
  if (!isNew) return false;
  await assertAudienceThere(tx, input);
  await tx
    .insertInto("article_drafts")
    .values({
      article_id: input.id,
      title: input.title,
      summary: input.summary,
      body: input.body,
      editor_ids: [userId],
      updated_by: userId,
    })
    .execute();
  if (seeded) await openSeeded(tx, documentOf(input.id), async () => seeded);
  return true;
}

async function insertRow(
  tx: Database,
  input: ToCreate & { isShared: boolean },
  { byId, hash }: Sent,
  origin: { kind: string; id: string } | undefined,
): Promise<boolean> {
  const parentId = input.kind === "article" ? input.parentId : null;
  const parent = parentId === null ? undefined : await findParent(tx, parentId, 1);
  const shown = narrow(parent, input);
  return insertNew(
    tx.insertInto("articles").values({
      id: input.id,
      kind: input.kind,
      title: input.title,
      summary: input.summary,
      category: input.category,
      tags: input.tags,
      parent_id: parentId,
      rank: await rankBefore(tx, parentId, null, input.id),
      path: [...(parent?.path ?? []), input.id],
      department_ids: input.departmentIds,
      role_ids: input.roleIds,
      shown_department_ids: shown.departmentIds,
      shown_role_ids: shown.roleIds,
      owner_id: byId,
      created_by: byId,
      is_shared: input.isShared,
      review_days: input.reviewDays,
      origin_kind: origin?.kind ?? null,
      origin_id: origin?.id ?? null,
      sent_hash: hash,
    }),
  );
}
