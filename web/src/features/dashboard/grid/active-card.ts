import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";

/** A card that is being dragged, and the layout during the drag. */
export interface ActiveCard {
  id: string;
  way: "move" | "resize";
  by: "pointer" | "keys";
  cards: readonly DashboardCard[];
  before: readonly DashboardCard[];
  /** Where the pointer took hold, and how far it is from there, in pixels of the grid. */
  from: { x: number; y: number };
  away: { x: number; y: number };
}

export interface GridOptions {
  cards: readonly DashboardCard[];
  /** The size of the grid in pixels. */
  width: number;
  titleOf: (card: DashboardCard) => string;
  onArrange: (cards: DashboardCard[]) => void;
}
