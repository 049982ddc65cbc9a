import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "../base/cx.ts";
import type { Side } from "../base/place.ts";
import { useDisabled } from "../base/use-disabled.ts";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
import type { IconType } from "../icon/icon-type.ts";
import { Tooltip } from "../popup/tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentPropsWithRef<"button">, "aria-label" | "children"> {
  /** The button's action: its accessible name and its tooltip. */
  label: string;
  icon: IconType;
  /** Edges of 32, 28 and 24; each grows to 36 on phones, and is pressed within 44. */
  size?: "md" | "sm" | "xs";
  /** For a button that stays on or off. */
  pressed?: boolean;
  /** Sits on the upper right corner: a CountBadge with `ringed`. */
  badge?: ReactNode;
  shortcut?: string;
  tooltipSide?: Side;
}

/** A square button with an icon alone; it always has a name and a tooltip. */
export function IconButton({
  label,
  icon: Icon,
  size = "md",
  pressed,
  badge,
  shortcut,
  tooltipSide,
  type = "button",
  className,
  ...rest
}: IconButtonProps) {
  const control = useDisabled(rest);
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      <button
        {...rest}
        {...control}
        type={type}
        aria-pressed={pressed}
        className={cx(base, edges[size], pressed && "bg-primary-soft text-primary-text", className)}
      >
        <Icon className={size === "md" ? "size-4" : "size-3.5"} />
        <VisuallyHidden>{label}</VisuallyHidden>
        {badge && <span className="absolute -top-px left-1/2 flex">{badge}</span>}
      </button>
    </Tooltip>
  );
}

const base =
  "touch-reach relative inline-grid flex-none place-items-center rounded-sm text-muted transition-colors duration-fast " +
  "max-md:size-9 hover:not-disabled:bg-surface-active hover:not-disabled:text-text " +
  "active:not-disabled:translate-y-[0.5px] disabled:text-disabled data-popup-open:bg-surface-active data-popup-open:text-text";

const edges = { md: "size-8", sm: "size-7", xs: "size-6" };
