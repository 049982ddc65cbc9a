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

export interface AreaGoalsProps {
  text: string;
  onGo: (path: string) => void;
  onClose: () => void;
  /** Is called with what is found for the text. */
  children: (goals: FoundGoals) => ReactNode;
}

export interface FoundGoals {
  /** Found for the text already. */
  found: readonly GoalGroup[];
  /** Found by their names. */
  places: readonly Goal[];
  actions: readonly Goal[];
  /** Comes from the server for the text: stands below all others, so that none of them moves when it is there. */
  later?: readonly GoalGroup[];
  error: string | null;
  isSearching: boolean;
}
