import pg from "pg";
import { AppError } from "../../platform/app-error.ts";

/**
 * Waits for a write that sets an address. The database decides who was first, so that two who take the same
 * address at the same moment are told apart as well.
 * @throws {AppError} `email_taken`.
 */
export async function orEmailTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isTaken =
      error instanceof pg.DatabaseError &&
      error.code === "23505" &&
      error.constraint === "accounts_email_key";
    throw isTaken ? new AppError("email_taken", { cause: error }) : error;
  }
}
