import { questionCardItems } from "@atoll/contract/questions/limits";
import type { SliceCard } from "../../../slice.ts";
import { presentQuestions } from "../present.ts";
import { listQuestions } from "./list-questions.ts";
import { countViews } from "./overview.ts";

/** The questions that have waited longest for an answer, in one department or in all. */
export const questionCard: SliceCard = {
  type: "questions",
  async read(context, viewer, { options: { departmentId } }) {
    const query = { view: "unanswered", order: "oldest", text: "", limit: questionCardItems } as const;
    const [{ rows }, { unanswered }] = await Promise.all([
      listQuestions(context.db, viewer, { ...query, departmentId }),
      countViews(context.db, viewer, departmentId),
    ]);
    return { type: "questions", questions: await presentQuestions(context, viewer, rows), unanswered };
  },
};
