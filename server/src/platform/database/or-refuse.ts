import type { ErrorCode } from "@atoll/contract/errors";
import pg from "pg";
import { AppError } from "../app-error.ts";

/**
 * Waits for a write that the database may refuse by a rule of its own, and says so in the product's words. The database
 * decides who was first, so that two who take the same name at the same moment are told apart as well; to look first and
 * write then would let both pass.
 * @param codes what each unique index or foreign key that may be violated means, by its name.
 * @throws {AppError} that code; every other failure as it is.
 */
export async function orRefuse<T>(
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

/** The name of the index or key that a write violated; undefined when something else went wrong. */
export function violatedBy(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith(integrityViolation)
    ? error.constraint
    : undefined;
}

/** The class of those errors in PostgreSQL's table. */
const integrityViolation = "23";
