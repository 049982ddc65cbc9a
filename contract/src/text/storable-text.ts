import { z } from "zod";

/**
 * Text that is kept as it was typed. Replaces unpaired surrogates with U+FFFD, because PostgreSQL cannot store them. In
 * every other text the server refuses them, and it refuses NUL everywhere.
 */
export const storableTextSchema = z.string().overwrite((text) => text.toWellFormed());

/** Text that a transformation reads into something else. NUL is refused first, because the server sees only the result. */
export const textToRead = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !text.includes("\0"));
