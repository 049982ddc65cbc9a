import { AppError } from "../../../platform/app-error.ts";
import { assertMayEnter } from "../policy.ts";
import type { AccountRow } from "../queries.ts";

/** Returns whether the person could sign in with the right password. */
export function mayEnter(account: AccountRow): boolean {
  try {
    assertMayEnter(account);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
