import { useLayoutEffect, useRef, useState } from "react";

type Handlers = Record<string, (...given: never[]) => unknown>;

/**
 * The same functions for as long as the component is there, each calling the latest one of its name. The flow tells all
 * of its nodes of each handler that is another.
 */
export function useStableHandlers<H extends Handlers>(handlers: H): H {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState(() => {
    const names = Object.keys(handlers);
    return Object.fromEntries(
      names.map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ) as H;
  });
  return stable;
}
