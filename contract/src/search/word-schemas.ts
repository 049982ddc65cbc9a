import { z } from "zod";
import { storableTextSchema } from "../text/storable-text.ts";

/** The bounds of the company's own words with the same meaning. */
export const wordGroupLimits = { groups: 300, wordsInGroup: 12, wordLength: 60 } as const;

/** Words and short phrases that mean the same. */
export const wordGroupSchema = z
  .array(
    storableTextSchema
      .trim()
      .min(1)
      .max(wordGroupLimits.wordLength, `A word can have at most ${wordGroupLimits.wordLength} characters`)
      .regex(/[\p{L}\p{N}]/u, "Enter a word"),
  )
  .min(2, "A line needs two words or more, with commas between them")
  .max(wordGroupLimits.wordsInGroup, `A line can have at most ${wordGroupLimits.wordsInGroup} words`);

/** The company's own words with the same meaning, in the order in which they were entered. */
export const wordGroupsSchema = z.object({
  groups: z
    .array(wordGroupSchema)
    .max(wordGroupLimits.groups, `There can be at most ${wordGroupLimits.groups} lines`),
  version: z.int().min(0),
});
export type WordGroups = z.infer<typeof wordGroupsSchema>;
