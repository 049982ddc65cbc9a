import { AppError } from "./app-error.ts";

/**
 * Lets a change pass of what somebody looked at, and nobody has saved since: what they did not see is not overwritten.
 * Ask in the transaction that writes, when the row is held; the write adds one to `version`. The browser reads the thing
 * anew and keeps what was typed.
 * @param seen the version that the change was made from, as its body says.
 * @throws {AppError} `changed_meanwhile`.
 */
export function assertNotChanged(row: { version: number }, seen: number): void {
  if (row.version !== seen) throw new AppError("changed_meanwhile");
}
