import { cx } from "../base/cx.ts";

export type ButtonVariant = "primary" | "secondary" | "soft" | "ghost" | "danger";
/** Heights 40, 32, 28 and 24; on phones the smaller ones grow to 36px and are pressed within 44. */
export type ButtonSize = "lg" | "md" | "sm" | "xs";

/** The look of a button, for links that should look like one. */
export function buttonClass({
  variant = "secondary",
  size = "md",
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
}): string {
  return cx(base, sizes[size], variants[variant]);
}

/** 16px next to a label, 14 in the small sizes. */
export function buttonIconClass(size: ButtonSize): string {
  return size === "lg" || size === "md" ? "size-4" : "size-3.5";
}

const base =
  "touch-reach relative inline-flex max-w-full flex-none select-none items-center justify-center gap-1.5 rounded-sm font-semibold " +
  "whitespace-nowrap transition-[background-color,box-shadow,transform] duration-fast " +
  "disabled:bg-surface-sunken disabled:text-disabled disabled:shadow-none disabled:inset-ring-border";

const sizes: Record<ButtonSize, string> = {
  lg: "h-10 px-[18px] text-md",
  md: "h-8 px-3 text-sm max-md:h-9",
  sm: "h-7 px-2.5 text-xs max-md:h-9",
  xs: "h-6 px-2 text-xs max-md:h-9",
};

const variants: Record<ButtonVariant, string> = {
  primary:
    "bg-primary text-primary-contrast shadow-lit disabled:inset-ring-1 hover:not-disabled:bg-primary-hover " +
    "active:not-disabled:translate-y-[0.5px] active:not-disabled:bg-primary-active active:not-disabled:shadow-none " +
    "dark:focus-visible:shadow-glow",
  secondary:
    "bg-surface-raised text-text shadow-1 inset-ring-1 inset-ring-border-strong " +
    "hover:not-disabled:bg-surface-hover active:not-disabled:bg-surface-active",
  soft:
    "bg-primary-soft text-primary-text disabled:inset-ring-1 hover:not-disabled:bg-primary-soft-hover " +
    "active:not-disabled:bg-primary-soft-active",
  ghost:
    "bg-transparent text-muted disabled:bg-transparent hover:not-disabled:bg-surface-hover hover:not-disabled:text-text " +
    "active:not-disabled:bg-surface-active active:not-disabled:text-text",
  danger:
    "bg-danger text-danger-contrast disabled:inset-ring-1 hover:not-disabled:bg-danger-hover " +
    "active:not-disabled:translate-y-[0.5px] active:not-disabled:bg-danger-active",
};
