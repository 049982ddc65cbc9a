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
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function readOnce(): Promise<void> {
    clearTimeout(retry);
    try {
      const row = await options.read();
      if (!isStopped) options.apply(row);
    } catch (error) {
      if (isStopped) return;
      options.onError(error);
      retry = setTimeout(() => void refresh(), retryMs).unref();
    }
  }

  /** One read at a time: callers share the one that begins after they asked, so that none gets an older row. */
  function refresh(): Promise<void> {
    if (next || !running) return next ?? begin();
    next = running.then(() => {
      next = undefined;
      return begin();
    });
    return next;
  }

  function begin(): Promise<void> {
    running = readOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
