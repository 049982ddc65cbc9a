import { newIdeaSchema } from "@atoll/contract/ideas/schemas";
import { tagsSchema } from "@atoll/contract/tasks/schemas";
import { z } from "zod";

/** The fields of a new idea as they are typed. */
export interface IdeaFields {
  title: string;
  text: string;
  departmentId: string;
  /** Separated by commas. */
  tags: string;
  audienceIds: string[];
  isAnonymous: boolean;
}

/** The same as the server takes it. */
export const ideaFormSchema = z.object({
  title: newIdeaSchema.shape.title,
  text: newIdeaSchema.shape.text,
  audienceIds: newIdeaSchema.shape.audienceIds,
  isAnonymous: newIdeaSchema.shape.isAnonymous,
  departmentId: z.string().transform((id) => (id === "" ? null : id)),
  tags: z
    .string()
    .transform((text) => text.split(",").filter((part) => part.trim() !== ""))
    .pipe(tagsSchema),
});

/** Pure: the draft of a form; empty if nothing differs from its initial values. */
export function writeIdeaDraft(fields: IdeaFields, first: IdeaFields): string {
  return JSON.stringify(fields) === JSON.stringify(first) ? "" : JSON.stringify(fields);
}

const draftSchema = z
  .object({
    title: z.string(),
    text: z.string(),
    departmentId: z.string(),
    tags: z.string(),
    audienceIds: z.array(z.string()),
    isAnonymous: z.boolean(),
  })
  .partial();

/** Pure: a draft as fields. What another version wrote, and cannot be read, is passed over. */
export function readIdeaDraft(text: string, first: IdeaFields): IdeaFields {
  try {
    const { data } = draftSchema.safeParse(text === "" ? {} : JSON.parse(text));
    const known = Object.fromEntries(Object.entries(data ?? {}).filter(([, value]) => value !== undefined));
    return { ...first, ...known };
  } catch {
    return first;
  }
}
