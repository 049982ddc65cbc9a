import { X } from "lucide-react";
import { cx } from "../base/cx.ts";
import type { IconType } from "../icon/icon-type.ts";
import type { PopupTriggerProps } from "../popup/use-lazy-popup.ts";

export interface FilterButtonProps extends PopupTriggerProps {
  label: string;
  icon?: IconType;
  /** The filter is set: tinted, with a cross that clears it. */
  active?: boolean;
  onClear?: () => void;
}

/** A pill that opens a filter (as the trigger of a Popover or Menu) and shows whether it is set. */
export function FilterButton({ label, icon: Icon, active = false, onClear, ...trigger }: FilterButtonProps) {
  return (
    <span
      className={cx(
        "inline-flex h-7 flex-none items-center rounded-sm font-medium text-xs inset-ring-1 max-md:h-9",
        active
          ? "bg-primary-soft text-primary-text inset-ring-primary/35"
          : "bg-surface-raised text-muted inset-ring-border-strong",
      )}
    >
      <button
        {...trigger}
        type="button"
        aria-pressed={trigger["aria-haspopup"] ? undefined : active}
        className={cx(
          "touch-reach relative inline-flex h-full items-center gap-[5px] whitespace-nowrap rounded-sm pl-2.5 hover:text-text",
          active && onClear ? "pr-1" : "pr-2.5",
        )}
      >
        {Icon && <Icon className="size-3.5" />}
        {label}
      </button>
      {active && onClear && (
        <button
          type="button"
          aria-label={`Clear ${label}`}
          onClick={onClear}
          className="touch-reach relative mr-0.5 grid size-6 place-items-center rounded-xs max-md:size-9 hover:bg-primary/15"
        >
          <X className="size-3" />
        </button>
      )}
    </span>
  );
}
