import { useLayoutEffect } from "react";

/** Calls `onKnown` before the next paint once something is known. */
export function useKnown(isKnown: boolean, onKnown: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when it becomes known
  useLayoutEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown]);
}
