import type { z } from "zod";
import { AppError } from "./app-error.ts";

/**
 * Parses input whose shape depends on more than its route.
 * @throws {AppError} `invalid_request` with each invalid field and its message.
 */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError("invalid_request", {
    fields: result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })),
  });
}
