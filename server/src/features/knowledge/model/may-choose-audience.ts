import { canWriteKnowledge, type KnowledgeViewer } from "@atoll/contract/knowledge/policy";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";

/** @throws {AppError} `forbidden` for somebody who neither writes nor owns an article. */
export async function assertMayChooseAudience(db: Database, viewer: KnowledgeViewer): Promise<void> {
  if (canWriteKnowledge(viewer)) return;
  const own = await db
    .selectFrom("articles")
    .select("id")
    .where("owner_id", "=", viewer.id)
    .limit(1)
    .executeTakeFirst();
  if (!own) throw new AppError("forbidden", { detail: "owns and writes no article" });
}
