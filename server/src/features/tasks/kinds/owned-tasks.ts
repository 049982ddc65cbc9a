import { sql } from "kysely";
import type { SliceOwnedKind } from "../../../slice.ts";
import { broadcastTasks } from "../changes/task-changes.ts";

const open = ["todo", "in_progress", "in_review"] as const;

/** Open tasks that somebody has created or is assigned to: without an heir, nobody would see them any more. */
export const ownedTasks: SliceOwnedKind = {
  kind: "open tasks",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where((eb) => eb.or([eb("created_by", "=", userId), eb("assignee_id", "=", userId)]))
      .where("status", "in", open)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    const rows = await tx
      .selectFrom("tasks")
      .select("id")
      .where((eb) => eb.or([eb("created_by", "=", fromUserId), eb("assignee_id", "=", fromUserId)]))
      .where("status", "in", open)
      .orderBy("id")
      .forUpdate()
      .execute();
    const ids = rows.map(({ id }) => id);
    const heirOf = (column: "created_by" | "assignee_id") =>
      sql<string>`CASE WHEN ${sql.ref(column)} = ${fromUserId} THEN ${toUserId}::uuid ELSE ${sql.ref(column)} END`;
    await tx
      .updateTable("tasks")
      .set((eb) => ({
        created_by: heirOf("created_by"),
        assignee_id: heirOf("assignee_id"),
        version: eb("version", "+", 1),
      }))
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .execute();
    return ids;
  },
  async broadcast(context, ids) {
    await broadcastTasks(context, ids);
  },
};
