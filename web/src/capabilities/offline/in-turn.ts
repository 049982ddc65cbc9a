/**
 * Does something in one tab of the browser at a time; tabs find each other by the name. Locks exist in secure contexts
 * only: without them two tabs may do it at once, so it has to be harmless twice.
 */
export async function inTurn(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
