/** A change can be undone for this long; longer than it is offered, for slow connections and retries. */
export const undoSeconds = 120;

/** A toast offers Undo for this long, and notifications wait for it. */
export const undoOfferedMs = 10_000;
