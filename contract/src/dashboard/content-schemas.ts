import { z } from "zod";
import { announcementCardSchema } from "../announcements/card-schema.ts";
import { boardCardSchema } from "../brainstorm/card-schema.ts";
import { eventCardSchema } from "../calendar/card-schema.ts";
import { cardActivitySchema, cardCardSchema } from "../cards/overview-schemas.ts";
import { ideaCardSchema } from "../ideas/card-schema.ts";
import { knowledgeCardSchema } from "../knowledge/card-schema.ts";
import { onboardingCardSchema } from "../onboarding/schemas.ts";
import { questionCardSchema } from "../questions/card-schema.ts";
import { taskCardSchema } from "../tasks/card-schema.ts";
import { cardIdSchema } from "./layout-schemas.ts";

/**
 * A recent action of a person, as a sentence: "Ada | moved | Kestrel Rail pilot | to Done". Specification, section 2.
 */
export const activityItemSchema = cardActivitySchema.extend({
  /** The beginning of what was written, in Markdown; empty where it is only files, null where nothing was written. */
  text: z.string().nullable(),
});
export type ActivityItem = z.infer<typeof activityItemSchema>;

/** The content of a panel or card. Data the browser already has, such as its chats, is not sent. */
export const cardContentSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("activity"), items: z.array(activityItemSchema) }),
  taskCardSchema,
  announcementCardSchema,
  eventCardSchema,
  ideaCardSchema,
  questionCardSchema,
  onboardingCardSchema,
  knowledgeCardSchema,
  boardCardSchema,
  cardCardSchema,
]);
export type CardContent = z.infer<typeof cardContentSchema>;
export type ContentOf<Type extends CardContent["type"]> = Extract<CardContent, { type: Type }>;

export const filledCardSchema = z.object({
  cardId: cardIdSchema,
  /** Null: it holds nothing of the server's, or could not be read. */
  content: cardContentSchema.nullable(),
  /** For people, if it could not be read; the others were. */
  error: z.string().nullable(),
});
export type FilledCard = z.infer<typeof filledCardSchema>;
