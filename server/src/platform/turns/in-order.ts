/**
 * Runs work for the same thing sequentially, so that changes are broadcast in the order in which they were read.
 * Otherwise a person could appear to go offline after they came back, or an old name could stay on screen.
 */
export function createOrder(
  onFailure: (error: unknown, key: string) => void,
): (key: string, work: () => Promise<void>) => void {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work).catch((error) => onFailure(error, key));
    last.set(key, turn);
    void turn.then(() => {
      if (last.get(key) === turn) last.delete(key);
    });
  };
}
