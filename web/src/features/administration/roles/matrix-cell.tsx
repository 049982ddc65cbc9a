import { Check, Minus } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Tooltip } from "../../../ui/popup/tooltip.tsx";

/** A mark that cannot be changed, because the role has the permission by rule. */
export function FixedMark({ isAllowed }: { isAllowed: boolean }) {
  const Mark = isAllowed ? Check : Minus;
  return (
    <span className="grid h-8 place-items-center">
      <Mark className={cx("size-4 stroke-2", isAllowed ? "text-primary-text opacity-70" : "text-disabled")} />
      <VisuallyHidden>{isAllowed ? "Allowed" : "Not allowed"}</VisuallyHidden>
    </span>
  );
}

interface TickProps {
  label: string;
  isTicked: boolean;
  isChanged: boolean;
  /** Why it cannot be changed; the box stays reachable, so that the reason can be read. */
  lock: string | null;
  onToggle: () => void;
  cell: { "data-cell": string; tabIndex: number; onFocus: () => void };
}

/** One box of the matrix, drawn as a check or a dash that fills its cell. */
export function Tick({ label, isTicked, isChanged, lock, onToggle, cell }: TickProps) {
  const Mark = isTicked ? Check : Minus;
  const box = (
    <label
      className={cx(
        "relative grid h-8 place-items-center",
        lock ? "cursor-not-allowed" : "cursor-pointer hover:bg-surface-active/60",
      )}
    >
      <input
        {...cell}
        type="checkbox"
        aria-label={isChanged ? `${label}, not saved` : label}
        aria-disabled={lock !== null || undefined}
        aria-description={lock ?? undefined}
        checked={isTicked}
        onChange={() => lock === null && onToggle()}
        className="absolute inset-0.5 cursor-[inherit] appearance-none rounded-sm"
      />
      <Mark
        className={cx(
          "pointer-events-none size-4 stroke-2",
          isTicked ? "text-primary-text" : "text-faint",
          lock && "opacity-60",
        )}
      />
    </label>
  );
  return lock ? <Tooltip label={lock}>{box}</Tooltip> : box;
}
