import { useEffect, useState } from "react";
import type { Arriving } from "./arriving.ts";

/**
 * What is on its way, as soon as it is there; undefined until then. Under a Suspense it would be shown up to 300 ms later:
 * a placeholder that React has painted stands that long.
 * @throws in the render, what it fails with
 */
export function useArrived<Value>(held: Arriving<Value>): Value | undefined {
  const [, look] = useState<object>();
  const [failed, setFailed] = useState<{ held: Arriving<Value>; error: unknown }>();
  const isThere = held.arrived !== undefined;
  useEffect(() => {
    if (isThere) return undefined;
    let isMounted = true;
    held.coming.then(
      () => isMounted && look({}),
      (error: unknown) => isMounted && setFailed({ held, error }),
    );
    return () => {
      isMounted = false;
    };
  }, [held, isThere]);
  if (failed?.held === held) throw failed.error;
  return held.arrived;
}
