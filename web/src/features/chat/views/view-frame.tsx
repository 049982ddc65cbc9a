import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import { moveFocus } from "../lists/move-focus.ts";

export interface ViewFrameProps {
  title: string;
  children: ReactNode;
}

/** A list that goes across channels: its name over it, as on home. */
export function ViewFrame({ title, children }: ViewFrameProps) {
  return (
    <section aria-label={title} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-[760px] p-4 md:px-6 md:py-5">
        <h1 className="type-page mb-2">{title}</h1>
        {children}
      </div>
    </section>
  );
}

export interface PagedListProps {
  list: {
    error: Error | null;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    hasNextPage: boolean;
    refetch: () => Promise<unknown>;
    fetchNextPage: () => Promise<unknown>;
  };
  /** The rows, each a list item; undefined until they are there. */
  rows: readonly ReactNode[] | undefined;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
}

/** Rows that come a page at a time. The arrow keys move between them. */
export function PagedList({ list, rows, empty }: PagedListProps) {
  if (!rows) {
    if (!list.error) return <Loading />;
    return (
      <ErrorState
        message={errorMessage(list.error, "Failed to fetch messages")}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (rows.length === 0) return empty;
  return (
    <>
      <ul className={card} onKeyDown={(event) => moveFocus(event, "a")}>
        {rows}
      </ul>
      {list.hasNextPage && (
        <div className="grid place-items-center pt-3">
          <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading messages" className={card}>
      {["38%", "52%", "30%", "46%"].map((width) => (
        <span key={width} className="flex items-center gap-3 px-4 py-[11px]">
          <Skeleton width={32} height={32} round />
          <span className="flex flex-1 flex-col gap-3">
            <Skeleton width="26%" />
            <Skeleton width={width} />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}

const card = "divide-y overflow-hidden rounded-lg border bg-surface-raised shadow-1";
