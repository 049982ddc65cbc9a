import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { findRoot } from "../votes/access.ts";
import { ideaKind } from "./idea-kind.ts";
import { type OpenRow, selectOpen } from "./queries.ts";
import { isReadable } from "./readable.ts";
import { writerOf } from "./writer.ts";

/**
 * An idea that the viewer may read. Of one that was merged, the idea that it was merged into.
 * @throws {AppError} `idea_not_found` when there is none, or it is not theirs to see.
 */
export async function accessIdea(db: Database, viewer: RequestViewer, ideaId: string): Promise<OpenRow> {
  const row = await selectOpen(db, viewer.id, (await findRoot(db, { kind: ideaKind, id: ideaId })) ?? ideaId)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("idea_not_found");
  return row;
}

/** Every column of an idea that is locked until the transaction ends, and who wrote it. */
export type LockedIdea = Awaited<ReturnType<typeof lockIdea>>;

/**
 * Locks an idea that the viewer may read, so that nobody changes it until the transaction ends.
 * @throws {AppError} `idea_not_found`.
 */
export async function lockIdea(tx: Database, viewer: RequestViewer, ideaId: string) {
  const row = await tx
    .selectFrom("ideas as i")
    .selectAll("i")
    .select(writerOf.as("writer_id"))
    .where("i.id", "=", ideaId)
    .where(isReadable(viewer))
    .forNoKeyUpdate("i")
    .executeTakeFirst();
  if (!row) throw new AppError("idea_not_found");
  return row;
}
