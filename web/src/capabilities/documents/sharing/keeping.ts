/** Delay between a change and storing the whole document in the browser. */
const keptAfterMs = 1_000;

/** Writes the copy of a document in this browser: some time after a change, or at once. */
export function createKeeping(write: () => void): { soon: () => void; now: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    write();
  };
  return {
    soon() {
      timer ??= setTimeout(now, keptAfterMs);
    },
    now,
  };
}
