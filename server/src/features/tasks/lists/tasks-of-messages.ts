import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { selectTasks, type TaskRow } from "../queries.ts";
import { isReadable } from "../readable.ts";

/** One screen of messages has few tasks. Any above this are left out. */
const maxTasks = 200;

/**
 * Selects the tasks created from these messages that the viewer may read, the oldest first. It does not check access to
 * the messages, because a task reveals no more about its message than its readers see anyway.
 */
export function selectTasksOfMessages(
  db: Database,
  viewer: RequestViewer,
  messageIds: readonly string[],
): Promise<TaskRow[]> {
  return selectTasks(db)
    .where(sql<boolean>`t.source_message_id = ANY(${messageIds}::uuid[])`)
    .where(isReadable(viewer))
    .orderBy("t.created_at")
    .orderBy("t.id")
    .limit(maxTasks)
    .execute();
}
