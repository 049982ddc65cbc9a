import type { ReactNode } from "react";

/** Something to go to, or to begin, from the palette. */
export interface Goal {
  id: string;
  label: string;
  /** Says more, after the name. */
  note?: string | undefined;
  /** Other words that it is found by. */
  also?: string | undefined;
  /** Ids of what it leads to as well, as the colleague of a direct chat: found elsewhere, they are left out. */
  standsFor?: readonly string[];
  mark: ReactNode;
  /** Is meant only where nothing else is. */
  isLast?: true;
  /** Stands at the end. */
  hint?: ReactNode;
  run: () => void;
}

export interface GoalGroup {
  title: string;
  goals: readonly Goal[];
}
