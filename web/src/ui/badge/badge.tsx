import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import type { IconType } from "../icon/icon-type.ts";

export type BadgeTone =
  | "secondary"
  | "primary"
  | "accent"
  | "highlight"
  | "error"
  | "warning"
  | "success"
  | "info"
  | "outline"
  | "urgent";

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconType;
  children: ReactNode;
  className?: string;
}

/** A word of status on a soft ground. Only `urgent` is solid. */
export function Badge({ tone = "secondary", icon: Icon, children, className }: BadgeProps) {
  return (
    <span className={cx(badgeBase, tones[tone], className)}>
      {Icon && <Icon className="size-3 stroke-2" />}
      <span className="truncate">{children}</span>
    </span>
  );
}

export const badgeBase =
  "inline-flex h-5 max-w-full flex-none items-center gap-1 rounded-sm px-[7px] font-semibold text-2xs whitespace-nowrap";

const tones: Record<BadgeTone, string> = {
  secondary: "bg-secondary-soft text-secondary-text",
  primary: "bg-primary-soft text-primary-text",
  accent: "bg-accent-soft text-accent-text",
  highlight: "bg-highlight-soft text-highlight-text",
  error: "bg-danger-soft text-danger-text",
  warning: "bg-warning-soft text-warning-text",
  success: "bg-success-soft text-success-text",
  info: "bg-info-soft text-info-text",
  outline: "text-muted inset-ring-1 inset-ring-border-strong",
  urgent: "bg-danger text-danger-contrast",
};
