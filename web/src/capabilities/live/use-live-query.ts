import { type DefaultError, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { LiveHandlers } from "./follow-query.ts";
import { useFollowed } from "./use-followed.ts";
import { useStandingError } from "./use-standing-error.ts";

/**
 * A query that is kept equal to the server's while it is shown: `on` says what each event makes of it, and after a
 * connection that was cut it looks again. Never old by age, therefore, nor fetched for a look at the page. A list that
 * comes a page at a time says the same to `usePages`.
 */
export function useLiveQuery<Data, Shown = Data>({
  on,
  ...options
}: UseQueryOptions<Data, DefaultError, Shown> & { on: LiveHandlers<Data> }) {
  const live = useFollowed(options.queryKey, on);
  const query = useQuery({ ...live, ...options });
  const error = useStandingError(options.queryKey, query);
  return error === query.error ? query : { ...query, error };
}
