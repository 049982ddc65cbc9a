import type { ReactNode } from "react";
import { errorMessage } from "../../lib/request/api-error.ts";
import { ErrorState } from "../state/error-state.tsx";
import { RetryAlert } from "../state/retry-alert.tsx";
import { type MoreRows, ShowMore } from "./show-more.tsx";

/** A list that comes a page at a time: what is there of it, and what became of asking for it. */
export interface PagedRows<Item> extends MoreRows {
  /** Undefined until the first page is there. */
  items: readonly Item[] | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The shown items could not be refetched. */
  isRefetchError: boolean;
  refetch: () => Promise<unknown>;
}

export interface PagedListProps<Item> {
  list: PagedRows<Item>;
  /** Shown until the first page is there. */
  skeleton: ReactNode;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  /** The message for a failure that has none of its own. */
  failure?: string;
  /** The label of the button that loads the next page. */
  moreLabel?: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** The rows, or what stands in their place; under them the way to the next ones. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, skeleton, empty, failure, moreLabel, children } = props;
  const message = errorMessage(list.error, failure);
  const again = { message, retrying: list.isFetching, onRetry: () => void list.refetch() };
  if (!list.items) return list.error ? <ErrorState {...again} /> : skeleton;
  // Stale items stay visible, below the reason why.
  const outdated = list.isRefetchError && <RetryAlert {...again} className="mb-3" />;
  if (list.items.length === 0) return outdated || empty;
  return (
    <>
      {outdated}
      {children(list.items)}
      <ShowMore list={list} failure={message} label={moreLabel} />
    </>
  );
}
