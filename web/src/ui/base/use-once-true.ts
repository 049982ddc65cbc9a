import { useState } from "react";

/** True from the first time the value is true on: what has been opened stays, so that closing can be animated. */
export function useOnceTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value);
  if (value && !wasTrue) setWasTrue(true);
  return value || wasTrue;
}
