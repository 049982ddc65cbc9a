const retryMs = 5_000;

/** Something that this node does as a row of the database says. */
export interface FollowedRow {
  /** Reads the row and applies it. A failure is reported, and the row is read again a little later. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Keeps this node equal to a row that every node follows. Refresh it after each announcement and each gap. */
export function followRow<Row>(options: {
  read: () => Promise<Row>;
  apply: (row: Row) => void;
  onError: (error: unknown) => void;
}): FollowedRow {
  let [asked, applied] = [0, 0];
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function refresh(): Promise<void> {
    clearTimeout(retry);
    asked += 1;
    const turn = asked;
    try {
      const row = await options.read();
      // A read that began earlier may end later.
      if (isStopped || turn < applied) return;
      applied = turn;
      options.apply(row);
    } catch (error) {
      if (isStopped) return;
      options.onError(error);
      retry = setTimeout(() => void refresh(), retryMs).unref();
    }
  }

  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
