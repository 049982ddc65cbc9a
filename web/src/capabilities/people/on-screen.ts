import { useCallback, useState } from "react";

/** Whether an element can be seen, and the ref to give it. What is scrolled away, or in a hidden part, cannot. */
export function useOnScreen(): [
  ref: (element: Element | null) => (() => void) | undefined,
  isOnScreen: boolean,
] {
  const [isOnScreen, setIsOnScreen] = useState(false);
  const ref = useCallback(
    (element: Element | null) => (element ? observe(element, setIsOnScreen) : undefined),
    [],
  );
  return [ref, isOnScreen];
}

const listeners = new WeakMap<Element, (isOnScreen: boolean) => void>();
/** One for all rows: a list may have hundreds. */
let observer: IntersectionObserver | undefined;

/** Tells at once, and whenever it changes, whether an element can be seen; returns the way to stop. */
export function observe(element: Element, listener: (isOnScreen: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  });
  const shared = observer;
  listeners.set(element, listener);
  shared.observe(element);
  return () => {
    shared.unobserve(element);
    listeners.delete(element);
  };
}
