import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { selectTasks, type TaskRow } from "./queries.ts";
import { isReadable } from "./readable.ts";

/** Of one screen of messages there are few; more are not shown. */
const maxTasks = 200;

/**
 * The tasks that the viewer may read, of those that were made from these messages; the oldest first. It says nothing of
 * the messages: whoever names one that they may not read learns of it what the task says anyway.
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
