import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { faqOfOrigins } from "../knowledge/public.ts";

/** Where a question is in the FAQ of the knowledge base; null where it is not, or the viewer may not read that. */
export async function findFaqLink(
  { db }: Pick<SliceContext, "db">,
  viewer: RequestViewer,
  questionId: string,
): Promise<string | null> {
  const found = (await faqOfOrigins(db, viewer, "question", [questionId])).get(questionId);
  return found ? `/knowledge-base/articles/${found.articleId}` : null;
}
