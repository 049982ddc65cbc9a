import { AppError } from "./app-error.ts";

/**
 * Rejects a change if someone has saved the thing since the caller read it, so that unseen changes are not overwritten.
 * Call it in the writing transaction, after the row is locked; the write increments `version`. The browser refetches
 * the thing and keeps what was typed.
 * @param seen the version that the change was made from, as its body says.
 * @throws {AppError} `changed_meanwhile`.
 */
export function assertNotChanged(row: { version: number }, seen: number): void {
  if (row.version !== seen) throw new AppError("changed_meanwhile");
}
