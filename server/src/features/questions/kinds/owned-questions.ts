import type { SliceOwnedKind } from "../../../slice.ts";
import { notify } from "../../notifications/public.ts";
import { sendChanged } from "../rooms.ts";

/**
 * Questions that were sent to somebody who leaves, and that nobody answered. What they asked and answered themselves keeps
 * their name; what they asked anonymously is handed to nobody, since that would show who asked.
 */
export const ownedQuestions: SliceOwnedKind = {
  kind: "questions to answer",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("questions")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("asked_id", "=", userId)
      .where("answer_count", "=", 0)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    const rows = await tx
      .updateTable("questions")
      .set({ asked_id: toUserId })
      .where("asked_id", "=", fromUserId)
      .where("answer_count", "=", 0)
      .returning("id")
      .execute();
    // The heir sees what they have to answer as if they had been asked.
    for (const { id } of rows)
      await notify(tx, { kind: "question.asked", subjectId: id, people: [toUserId] });
    return rows.map(({ id }) => id);
  },
  broadcast: (context, ids) => sendChanged(context, ids),
};
