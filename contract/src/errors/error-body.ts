import { z } from "zod";

/** The body of every answer that is not a success. `code` is one of the error table's. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string().optional(),
    /** For `invalid_request`: which fields, and what each should be. `path` joins keys with dots. */
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
