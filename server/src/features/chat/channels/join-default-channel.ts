import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";

/**
 * Adds a person without channels to the public channel "general", and creates it if it does not exist. Its earlier
 * messages count as read. An archived channel, or one of a department, is not joined. Specification, section 4 (chat).
 */
export async function joinDefaultChannel(db: Database, viewer: RequestViewer): Promise<void> {
  const { id: userId } = viewer;
  await changeAs(db, viewer, async (tx) => {
    await tx
      .insertInto("channels")
      .values({
        id: uuidv7(),
        name: "general",
        type: "PUBLIC",
        description: "General discussion",
        created_by: userId,
        department_id: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`
      INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read)
      SELECT id, ${userId}, head, now() FROM channels
      WHERE type = 'PUBLIC' AND lower(name) = 'general' AND archived_at IS NULL AND NOT follows_department
      ON CONFLICT DO NOTHING`.execute(tx);
  });
}
