import { X } from "lucide-react";
import type { ReactNode } from "react";
import { BarButton } from "./bar-button.tsx";

export interface SelectionBarProps {
  /** For assistive tech: "Selected tasks". */
  label: string;
  count: number;
  /** So many take part at once; with more the actions are disabled. What is open of them stays. */
  most: number;
  onClear: () => void;
  /** The actions: `BarButton`s, and the menus that they open. */
  children: ReactNode;
}

/**
 * A bar at the bottom of a list with bulk actions for the selected items. It takes space of its own, so that it covers no
 * row where the list ends. Design, "Bulk bar".
 */
export function SelectionBar({ label, count, most, onClear, children }: SelectionBarProps) {
  const isTooMany = count > most;
  return (
    <div className="pointer-events-none sticky bottom-0 z-10 flex flex-none justify-center py-2">
      <div
        aria-label={label}
        className="pointer-events-auto flex h-11 max-w-full items-center gap-0.5 scroll-row whitespace-nowrap rounded-lg bg-surface-inverse pr-1.5 pl-3.5 font-semibold text-inverse text-xs shadow-3 max-md:h-14"
        data-clear-of-toasts=""
        data-selection-bar=""
        role="toolbar"
      >
        <span aria-live="polite">
          {isTooMany ? `${count} selected, at most ${most} at once` : `${count} selected`}
        </span>
        <span className="mx-1.5 h-5 w-px flex-none bg-current/25 max-md:mx-0.5" />
        <fieldset className="contents" disabled={isTooMany}>
          {children}
        </fieldset>
        <span className="mx-1.5 h-5 w-px flex-none bg-current/25 max-md:mx-0.5" />
        <BarButton icon={X} label="Clear" onClick={onClear} />
      </div>
    </div>
  );
}
