import { Button } from "../button/button.tsx";

/** The part of a list that is not loaded yet. */
export interface MoreRows {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ShowMoreProps {
  list: MoreRows;
  /** The message when the next page could not be loaded. */
  failure: string;
  label?: string | undefined;
}

/** Under rows: the way to the next ones. Those that are there stay, also when it fails. */
export function ShowMore({ list, failure, label = "Show more" }: ShowMoreProps) {
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
        {hasFailed ? "Try Again" : label}
      </Button>
    </div>
  );
}
