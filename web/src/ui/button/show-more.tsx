import { Button } from "./button.tsx";

export interface ShowMoreProps {
  /** Rows that come a page at a time. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** What is said when the next page could not be had. */
  failure: string;
}

/** Under rows: the way to the next ones. Those that are there stay, also when it fails. */
export function ShowMore({ list, failure }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  const hasFailed = list.isFetchNextPageError;
  return (
    <div className="flex flex-wrap items-center justify-center gap-2.5 p-3">
      {hasFailed && (
        <p role="alert" className="text-danger-text">
          {failure}
        </p>
      )}
      <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {hasFailed ? "Try Again" : "Show more"}
      </Button>
    </div>
  );
}
