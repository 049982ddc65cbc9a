import { hashKey, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Why there is nothing to show. While it is asked again, which happens by itself, a query forgets why it failed and counts
 * as loading for the first time: the reason stands until there is an answer, instead of taking turns with a skeleton.
 */
export function useStandingError(
  queryKey: QueryKey,
  { data, error }: { data: unknown; error: Error | null },
): Error | null {
  const key = hashKey(queryKey);
  const [standing, setStanding] = useState<{ key: string; error: Error } | null>(null);
  const isThere = data !== undefined;
  // Compare by message, because a component that fails on a response creates a new error each time it renders.
  if (isThere && standing) setStanding(null);
  else if (!isThere && error && (standing?.error.message !== error.message || standing.key !== key))
    setStanding({ key, error });
  if (isThere || error) return error;
  return standing?.key === key ? standing.error : null;
}
