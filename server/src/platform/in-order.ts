/**
 * Does what concerns the same thing one after the other, so that what was read first is told first: else somebody
 * who came and went would be told in the other order, and an old name would stay on the screen.
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
