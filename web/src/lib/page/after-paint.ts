/**
 * Runs something once what is due has been painted, or when a hidden page is shown again: for what nobody waits for.
 * Returns the way to have it not run.
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
