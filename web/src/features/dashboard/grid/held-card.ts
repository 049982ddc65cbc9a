import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";

/** A card that somebody holds, and how everything stands meanwhile. */
export interface HeldCard {
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
  /** Of the grid, in pixels. */
  width: number;
  titleOf: (card: DashboardCard) => string;
  onArrange: (cards: DashboardCard[]) => void;
}
