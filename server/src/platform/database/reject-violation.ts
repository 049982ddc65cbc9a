import type { ErrorCode } from "@atoll/contract/errors/errors";
import pg from "pg";
import { AppError } from "../app-error.ts";

/**
 * Waits for a write that may violate a constraint, and translates the violation to an error code. The database decides
 * who was first, also for two concurrent requests for the same name; checking before writing would accept both.
 * @param codes the error code for each unique index or foreign key that may be violated, by its name.
 * @throws {AppError} with that code; other errors as they are.
 */
export async function rejectViolation<T>(
  write: Promise<T>,
  codes: Readonly<Partial<Record<string, ErrorCode>>>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const code = codes[violatedBy(error) ?? ""];
    throw code ? new AppError(code, { cause: error }) : error;
  }
}

/** Returns the name of the violated index or key; undefined for other errors. */
export function violatedBy(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith(integrityViolation)
    ? error.constraint
    : undefined;
}

/** The class of those errors in PostgreSQL's table. */
const integrityViolation = "23";
