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
   * Returns the part of the query's data to store, which is less than everything that was loaded. Undefined keeps the
   * stored data. Everything is stored if this is left out.
   */
  pick?: (queryKey: QueryKey) => unknown;
  /** Returns the subject it belongs to, for `Seen.retain` and `findReadable`. */
  subjectOf?: (queryKey: QueryKey) => string | undefined;
  /**
   * Asks which of these subjects the person may still read; copies of the others are deleted. Called with the subjects of
   * all copies, when the kind is first used and after each reconnection: nobody hears of a deletion while away.
   */
  findReadable?: (subjects: readonly string[]) => Promise<readonly string[]>;
}
