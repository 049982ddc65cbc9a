import { X } from "lucide-react";
import type { ReactNode } from "react";

export interface RemovableBadgeProps {
  label: string;
  /** Stands before the label: a department's dot. */
  lead?: ReactNode;
  onRemove: () => void;
  disabled?: boolean;
}

/** A chosen thing with a cross that takes it off. */
export function RemovableBadge({ label, lead, onRemove, disabled }: RemovableBadgeProps) {
  return (
    <span className="inline-flex h-[22px] max-w-full items-center gap-1 rounded-xs bg-surface-sunken pr-0.5 pl-2 font-medium text-xs inset-ring-1 inset-ring-border-strong max-md:h-9">
      {lead}
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        disabled={disabled}
        onClick={onRemove}
        className="grid size-[18px] flex-none place-items-center rounded-xs text-faint max-md:size-8 hover:bg-surface-active hover:text-text disabled:text-disabled"
      >
        <X className="size-3" />
      </button>
    </span>
  );
}
