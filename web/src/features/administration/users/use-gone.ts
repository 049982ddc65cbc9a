import { hasCode } from "../../../lib/judge-error.ts";
import { useUser } from "./api.ts";

/** While a dialog about an account is open: says so when the account has been deleted meanwhile, by somebody else. */
export function useGone(userId: string, isOpen: boolean): string | undefined {
  const { error } = useUser(isOpen ? userId : undefined);
  return hasCode(error, "user_not_found") ? "This account has been deleted meanwhile." : undefined;
}
