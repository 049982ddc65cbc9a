import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { useState } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import type { Grips } from "./grips.ts";
import type { GridOptions, HeldCard } from "./held-card.ts";

const holdingPart = lazyPart(() => import("./holding.ts"));

/**
 * The card that is held, if one is; `said` is what a screen reader is told. What hands and keys do is loaded when the
 * first one comes near.
 */
export function useHeldCard(options: GridOptions) {
  const [held, setHeld] = useState<HeldCard | null>(null);
  const [said, say] = useState("");
  const [isWanted, setWanted] = useState(false);
  const part = useLazyPart(holdingPart, isWanted || holdingPart.read() !== undefined, () => setWanted(false));
  const holding = part?.holdingOf({ ...options, held, setHeld, say });
  return {
    held,
    said,
    prepare: () => setWanted(true),
    gripsOf: (card: DashboardCard): Grips => ({
      move: holding?.gripOf(card, "move") ?? {},
      resize: holding?.gripOf(card, "resize") ?? {},
      isHeld: held?.id === card.id,
    }),
  };
}
