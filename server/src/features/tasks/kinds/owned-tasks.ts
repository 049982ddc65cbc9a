import type { OwnedKind } from "../../../platform/kinds/ownership.ts";
import type { Database } from "../../../tables.ts";

const open = ["todo", "in_progress", "in_review"] as const;

/** Open tasks that somebody has created or is assigned to: without an heir, nobody would see them any more. */
export const ownedTasks: OwnedKind<Database> = {
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
    for (const column of ["created_by", "assignee_id"] as const) {
      await tx
        .updateTable("tasks")
        .set({ [column]: toUserId })
        .where(column, "=", fromUserId)
        .where("status", "in", open)
        .execute();
    }
  },
};
