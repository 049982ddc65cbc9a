import { hasCode } from "../../../lib/request/judge-error.ts";
import { useUser } from "./api.ts";

/** Returns a message if the account of an open dialog has since been deleted by another person. */
export function useGone(userId: string, isOpen: boolean): string | undefined {
  const { error } = useUser(isOpen ? userId : undefined);
  return hasCode(error, "user_not_found") ? "This account has since been deleted." : undefined;
}
