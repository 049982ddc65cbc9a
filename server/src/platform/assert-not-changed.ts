import { isDeepStrictEqual } from "node:util";
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

/**
 * Rejects a change if a field no longer has the value that the caller saw, for things whose other fields may have
 * changed. Call it like `assertNotChanged`.
 * @param seen values by the names of fields; undefined ones are not compared.
 * @throws {AppError} `changed_meanwhile`.
 */
export function assertAsSeen(row: object | undefined, seen: object): void {
  if (!row) return;
  for (const [name, value] of Object.entries(seen))
    if (value !== undefined && !isDeepStrictEqual(Reflect.get(row, name), value))
      throw new AppError("changed_meanwhile");
}
