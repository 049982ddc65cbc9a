import { defaultUrgentDays } from "@atoll/contract/tasks/quadrants";
import type { Database } from "../../../tables.ts";

/** Returns within how many days a task must be due for this person's matrix to call it urgent. */
export async function readUrgentDays(db: Database, userId: string): Promise<number> {
  const row = await db
    .selectFrom("task_matrix_settings")
    .select("urgent_days")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.urgent_days ?? defaultUrgentDays;
}

export async function setUrgentDays(db: Database, userId: string, urgentDays: number): Promise<void> {
  await db
    .insertInto("task_matrix_settings")
    .values({ user_id: userId, urgent_days: urgentDays })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ urgent_days: urgentDays }))
    .execute();
}
