import type { ReactNode } from "react";
import { errorMessage } from "../../lib/request/api-error.ts";
import { ErrorState } from "./error-state.tsx";

interface LoadStateProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Says what failed when the server gives no reason. */
  failure?: string;
  /** The skeleton. */
  children?: ReactNode;
}

/** Stands in place of data: its skeleton until it is loaded, or why it could not be, and the way to try again. */
export function LoadState({ query, failure, children }: LoadStateProps) {
  if (!query.error) return children;
  return (
    <ErrorState
      message={errorMessage(query.error, failure)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
