import type { QueryKey } from "@tanstack/react-query";

/** Answers that stay in the browser, so that what was last seen opens without a connection. */
export interface SeenKind {
  /** Stands in what the browser keeps. */
  name: string;
  /** All queries whose key begins like this. */
  queryKey: QueryKey;
  /** So many of them are kept, those that were looked at last. */
  newest: number;
  /** To be raised when the data has another shape; changes of the contract are noticed by themselves. */
  version?: number;
  /**
   * What is kept of the query's data: less than what has been scrolled through. Undefined leaves what was kept before. All
   * of it when left out.
   */
  pick?: (queryKey: QueryKey) => unknown;
  /** What it belongs to, for `Seen.retain`. */
  subjectOf?: (queryKey: QueryKey) => string | undefined;
}
