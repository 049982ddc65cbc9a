import type { SliceActivity } from "../../../slice.ts";
import { presentQuestions } from "../present.ts";
import { selectQuestions } from "../queries.ts";
import { isReadable } from "../readable.ts";

/** The latest questions of colleagues who are named. Anonymous questions are left out. */
export const recentQuestions: SliceActivity = async (context, viewer, count) => {
  const rows = await selectQuestions(context.db, viewer.id)
    .where("q.author_id", "is not", null)
    .where("s.merged_into", "is", null)
    .where("s.hidden_at", "is", null)
    .where(isReadable(viewer))
    .orderBy("q.created_at", "desc")
    .orderBy("q.id", "desc")
    .limit(count)
    .execute();
  return (await presentQuestions(context, viewer, rows)).flatMap(({ id, author, title, createdAt }) =>
    author
      ? [
          {
            id: `question/${id}`,
            at: createdAt,
            person: author,
            lead: "asked",
            about: title,
            rest: "",
            text: null,
            link: `/community-faqs/${id}`,
          },
        ]
      : [],
  );
};
