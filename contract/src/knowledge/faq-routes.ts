import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { visible } from "../text/visible-text.ts";
import { faqAnswerSchema, faqAnswerSchemaOpen } from "./faq-schemas.ts";
import { articleTitleSchema, categorySchema } from "./schemas.ts";

/** Answers of the FAQ. They are short, and published when they are saved. */
export const faqRoutes = {
  listFaq: defineRoute({
    method: "GET",
    path: "/api/knowledge/faq",
    summary: "List the FAQ answers that the viewer may read, most helpful first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ items: z.array(faqAnswerSchemaOpen) }),
    errors: [],
  }),
  saveFaqAnswer: defineRoute({
    method: "PUT",
    path: "/api/knowledge/faq/:articleId",
    summary:
      "Publish an FAQ question with its answer. Refused if there is a newer version than the edited one.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ articleId: idSchema }),
    body: z.object({
      question: articleTitleSchema.refine(...visible("Write the question")),
      answer: faqAnswerSchema.refine(...visible("Write the answer")),
      category: categorySchema.default(""),
      /** The version that was edited; 0: none yet. */
      baseVersion: z.int().min(0),
    }),
    status: 200,
    response: z.object({ answer: faqAnswerSchemaOpen }),
    errors: [
      "article_not_found",
      "forbidden",
      "changed_meanwhile",
      "article_id_taken",
      "article_not_published",
    ],
  }),
};
