import type { Database } from "../../tables.ts";

/** Takes away what the viewer was told and has read; what was told to others is left alone. */
export async function dismissNotice(db: Database, viewer: { id: string }, noticeId: string): Promise<void> {
  await db.deleteFrom("notices").where("id", "=", noticeId).where("user_id", "=", viewer.id).execute();
}
