import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { everybodysRoom } from "../people/public.ts";

/** The room of those who read the private questions of a department. */
export const departmentRoom = (departmentId: string) => `questions-of-department:${departmentId}`;

/** The rooms in which a viewer hears of private questions; of all others in everybody's. */
export const questionRooms = (viewer: Colleague): string[] =>
  viewer.departments.map(({ id }) => departmentRoom(id));

/** The rooms of all who may read a question. A hidden one is only named there, never shown. */
export async function roomsOf(db: Database, questionId: string): Promise<string[]> {
  const row = await db
    .selectFrom("questions")
    .select(["is_private", "department_id"])
    .where("id", "=", questionId)
    .executeTakeFirst();
  if (!row) return [];
  return [row.is_private && row.department_id !== null ? departmentRoom(row.department_id) : everybodysRoom];
}

/** Broadcasts after the commit that questions are different. Of one that is gone the rooms are those from before. */
export async function sendChanged(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  questionIds: readonly string[],
  roomsBefore: readonly string[] = [],
): Promise<void> {
  for (const questionId of questionIds) {
    const rooms = new Set([...roomsBefore, ...(await roomsOf(db, questionId))]);
    realtime.sendToOthers([...rooms], [], "question.changed", { questionId });
  }
}
