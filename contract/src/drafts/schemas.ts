import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import { uuidSource } from "../uuid.ts";
import { draftMaxLength } from "./limits.ts";

/**
 * The subject of a draft: a kind, then the ID of a thing, or of a thing and of an item within it. Examples:
 * `channel/<id>`, `thread/<channel id>/<message id>`, `comment:task/<id>`.
 */
export const draftSubjectSchema = z
  .string()
  .max(120)
  .regex(new RegExp(`^[a-z]+(?:[:-][a-z]+)*(?:/${uuidSource}){1,2}$`), "Enter a kind with one or two ids");

export const draftSchema = z.object({
  subject: draftSubjectSchema,
  content: z.string().max(draftMaxLength),
  updatedAt: instantSchema,
});
export type Draft = z.infer<typeof draftSchema>;
