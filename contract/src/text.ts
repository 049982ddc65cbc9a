import { z } from "zod";

/**
 * Text that PostgreSQL stores as it was sent. It cannot hold NUL; half a character, as a cut in the wrong place
 * leaves it, would come back as another one, so it becomes the replacement mark before anybody sees it.
 */
export const storableTextSchema = z
  .string()
  .overwrite((text) => text.toWellFormed())
  .refine((text) => !text.includes("\u0000"), "This text has a character that cannot be stored");
