import { useEffect, useState } from "react";
import type { Arriving } from "./arriving.ts";

/**
 * Returns a value once it has loaded, and undefined until then. With Suspense it would appear up to 300 ms later,
 * because React keeps a placeholder for that long.
 * @throws the load's error, during rendering
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
