import { useEffect, useRef } from "react";

/**
 * Whether rows were put in front of those of the last render, or taken away there: the list then keeps its
 * place from the end. False when everything is new.
 */
export function useShift(rows: readonly { id: string }[]): boolean {
  const before = useRef<readonly { id: string }[]>([]);
  const shift = isShifted(before.current, rows);
  useEffect(() => {
    before.current = rows;
  }, [rows]);
  return shift;
}

export function isShifted(before: readonly { id: string }[], now: readonly { id: string }[]): boolean {
  const [first] = now;
  const [firstBefore] = before;
  if (!first || !firstBefore || first.id === firstBefore.id) return false;
  return now.some(({ id }) => id === firstBefore.id) || before.some(({ id }) => id === first.id);
}
