import { createOneAtATime } from "../../platform/turns/one-at-a-time.ts";

const retryMs = 5_000;

/** Something that this node does as a row of the database says. */
export interface FollowedRow {
  /** Reads the row and applies it. A failure is reported, and the row is read again a little later. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Keeps this node equal to a row that every node follows. Refresh it after each announcement and each gap. */
export function followRow<Row>({
  read,
  apply,
  onError,
}: {
  read: () => Promise<Row>;
  apply: (row: Row) => void;
  onError: (error: unknown) => void;
}): FollowedRow {
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const reading = createOneAtATime(
    async () => {
      clearTimeout(retry);
      const row = await read();
      if (!isStopped) apply(row);
    },
    (error) => {
      if (isStopped) return;
      onError(error);
      retry = setTimeout(reading.now, retryMs).unref();
    },
  );
  return {
    refresh: reading.now,
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
