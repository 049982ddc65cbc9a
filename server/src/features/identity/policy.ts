import type { PermissionHolder } from "@atoll/contract/permissions";
import { isPending } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/**
 * Whether an account may be here at all. Specification, sections 1, 6 and 8.
 * @throws {AppError} `account_disabled`, `email_not_confirmed` or `account_pending`.
 */
export function assertMayEnter(
  account: PermissionHolder & { disabled_at: Date | null; email_confirmed_at: Date | null },
): void {
  if (account.disabled_at) throw new AppError("account_disabled");
  if (!account.email_confirmed_at) throw new AppError("email_not_confirmed");
  if (isPending(account)) throw new AppError("account_pending");
}
