import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import { draftMaxLength } from "./limits.ts";

/**
 * The subject of a draft: a kind, then the ID of a thing, or of a thing and of an item within it. Examples:
 * `channel/<id>`, `thread/<channel id>/<message id>`, `comment:task/<id>`.
 */
export const draftSubjectSchema = z
  .string()
  .max(120)
  .regex(
    /^[a-z]+(?:[:-][a-z]+)*(?:\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){1,2}$/,
    "Enter a kind with one or two ids",
  );

export const draftSchema = z.object({
  subject: draftSubjectSchema,
  content: z.string().max(draftMaxLength),
  updatedAt: instantSchema,
});
export type Draft = z.infer<typeof draftSchema>;
