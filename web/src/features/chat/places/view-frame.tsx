import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { ShowMore, type ShowMoreProps } from "../../../ui/button/show-more.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { moveFocus } from "./move-focus.ts";

export interface ViewFrameProps {
  title: string;
  children: ReactNode;
}

/** A list that goes across channels: its name over it, as on home. */
export function ViewFrame({ title, children }: ViewFrameProps) {
  return (
    <section aria-label={title} className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto w-full max-w-[760px] p-4 md:px-6 md:py-5">
        <h1 className="type-page mb-2">{title}</h1>
        {children}
      </div>
    </section>
  );
}

export interface PagedListProps {
  list: ShowMoreProps["list"] & {
    error: Error | null;
    isFetching: boolean;
    isRefetchError: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The rows, each a list item; undefined until they are there. */
  rows: readonly ReactNode[] | undefined;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
}

const failure = "Failed to fetch messages";

/** Rows that come a page at a time. The arrow keys move between them. */
export function PagedList({ list, rows, empty }: PagedListProps) {
  if (!rows) {
    if (!list.error) return <CardSkeletons label="Loading messages" />;
    return (
      <ErrorState
        message={errorMessage(list.error, failure)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  // What was there before stays in view, under the reason why it may be old.
  const outdated = list.isRefetchError && (
    <RetryAlert
      message={errorMessage(list.error, failure)}
      retrying={list.isFetching}
      onRetry={() => void list.refetch()}
      className="mb-3"
    />
  );
  if (rows.length === 0) return outdated || empty;
  return (
    <>
      {outdated}
      <ul className={card} onKeyDown={(event) => moveFocus(event, "a")}>
        {rows}
      </ul>
      <ShowMore list={list} failure={errorMessage(list.error, failure)} />
    </>
  );
}

/** Messages to come, in the shape of their cards. */
export function CardSkeletons({ label }: { label: string }) {
  return <RowSkeletons label={label} mark={32} className={card} rowClassName="px-4 py-[9px]" />;
}

const card = "divide-y overflow-hidden rounded-lg border bg-surface-raised shadow-1";
