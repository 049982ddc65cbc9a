import type { CanvasView } from "@atoll/contract/documents/canvas";
import { useEffect, useEffectEvent, useRef } from "react";
import { notify } from "../../../../ui/toast/toast.tsx";
import { useBoardStore } from "../board-store.tsx";

/** An older summons is nothing to follow any more. */
const freshForMs = 60_000;

/** Shows the place to which a facilitator calls everybody, once for each summons. */
export function useSummons(onSummons: (view: CanvasView) => void): void {
  const show = useEffectEvent(onSummons);
  const { board, clockOffsetMs, viewerId } = useBoardStore();
  const seenId = useRef<string | null>(null);
  const { summons } = board.session;
  useEffect(() => {
    if (!summons || seenId.current === summons.id) return;
    seenId.current = summons.id;
    const ageMs = Date.now() + clockOffsetMs - Date.parse(summons.at);
    if (ageMs > freshForMs || summons.by.id === viewerId) return;
    show(summons.view);
    notify.info(`${summons.by.name} calls everyone here`, { id: summons.id });
  }, [summons, clockOffsetMs, viewerId]);
}
