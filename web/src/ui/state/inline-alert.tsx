import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import type { IconType } from "../icon/icon-type.ts";

export interface InlineAlertProps {
  /** An error interrupts a screen reader; the others wait. */
  tone: "error" | "notice" | "info" | "success";
  children: ReactNode;
  /** Replaces the icon of the tone. */
  icon?: IconType;
  /** One thing to do about it. */
  action?: ReactNode;
  /** Adds a Dismiss button. */
  onDismiss?: () => void;
  className?: string;
}

/** A box above a form or a list: an error, or a notice that can be dismissed. */
export function InlineAlert({ tone, children, icon, action, onDismiss, className }: InlineAlertProps) {
  const Icon = icon ?? icons[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx(
        "flex gap-2.5 rounded-md px-3 py-2.5",
        action ? "flex-wrap items-center" : "items-start",
        tones[tone],
        className,
      )}
    >
      <Icon className={cx("size-4 flex-none", !action && "mt-0.5", iconTones[tone])} />
      {/* Where the text would be a narrow column, the action is below it. */}
      <div className={cx("min-w-0 flex-1", Boolean(action) && "basis-48")}>
        {children}
        {onDismiss && (
          <button
            type="button"
            onClick={onDismiss}
            className="mt-0.5 block rounded-xs font-medium text-primary-text max-md:min-h-9 hover:underline"
          >
            Dismiss
          </button>
        )}
      </div>
      {action}
    </div>
  );
}

const icons = { error: CircleAlert, notice: TriangleAlert, info: Info, success: CircleCheck };

const tones = {
  error: "bg-danger-soft text-danger-text inset-ring-1 inset-ring-danger/30",
  notice: "bg-highlight-soft text-text inset-ring-1 inset-ring-highlight-bright/55",
  info: "bg-info-soft text-text",
  success: "bg-success-soft text-text",
};

const iconTones = {
  error: "",
  notice: "text-highlight-text",
  info: "text-info-text",
  success: "text-success-text",
};
