import { maxTaskViews } from "@atoll/contract/tasks/limits";
import type { TaskView } from "@atoll/contract/tasks/view-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent } from "../../../platform/create-once.ts";
import { orRefuse } from "../../../platform/database/or-refuse.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { ViewSources } from "./queries.ts";

/**
 * Saves a view after the existing ones. A repeated request gets the same response.
 * @throws {AppError} `task_view_id_taken`, `task_view_name_taken`, `too_many_task_views`.
 */
export async function saveView({ db }: ViewSources, userId: string, view: TaskView): Promise<void> {
  const sent = { byId: userId, hash: hashSent(view.name, view.query) };
  await transact(db, async (tx) => {
    const { isNew } = await createOnce(sent, {
      insert: () =>
        orRefuse(insert(tx, userId, view, sent.hash), { task_views_name: "task_view_name_taken" }),
      find: () =>
        tx
          .selectFrom("task_views")
          .select(["user_id", "sent_hash"])
          .where("id", "=", view.id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.user_id, hash: row.sent_hash }),
      taken: "task_view_id_taken",
    });
    if (isNew) await assertNotTooMany(tx, userId);
  });
}

/** Locks the person's account, so that concurrent requests cannot exceed the limit. */
async function insert(
  tx: Database,
  userId: string,
  { id, name, query }: TaskView,
  hash: Buffer,
): Promise<boolean> {
  await tx.selectFrom("accounts").select("id").where("id", "=", userId).forUpdate().execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("task_views")
    .values({
      id,
      name,
      query,
      user_id: userId,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM task_views WHERE user_id = ${userId})`,
      sent_hash: hash,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function assertNotTooMany(tx: Database, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("task_views")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count > maxTaskViews) throw new AppError("too_many_task_views");
}
