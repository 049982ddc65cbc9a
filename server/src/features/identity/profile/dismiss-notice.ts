import type { Database } from "../../../tables.ts";

/** Marks a notice as read by the viewer, and for nobody else. */
export async function dismissNotice(db: Database, viewer: { id: string }, noticeId: string): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ read_at: new Date() })
    .where("id", "=", noticeId)
    .where("user_id", "=", viewer.id)
    .where("is_on_top", "=", true)
    .where("read_at", "is", null)
    .execute();
}
