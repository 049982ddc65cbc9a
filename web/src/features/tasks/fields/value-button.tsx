import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import type { TaskField } from "../keys/shortcuts.ts";

export interface ValueButtonProps extends ComponentPropsWithRef<"button"> {
  /** The name of the field, read out before what stands in it: "Status: Done". */
  label: string;
  /** The name by which its key finds it. */
  field?: TaskField;
  children: ReactNode;
}

/** The value of a field as text that can be pressed to change it. */
export function ValueButton({ label, field, children, className, ...rest }: ValueButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      data-field={field}
      className={cx(
        "-ml-1.5 inline-flex min-h-7 max-w-full items-center gap-2 rounded-sm px-1.5 text-left transition-colors " +
          "duration-fast max-md:min-h-9 hover:bg-surface-hover data-popup-open:bg-surface-active",
        className,
      )}
    >
      <VisuallyHidden>{`${label}: `}</VisuallyHidden>
      {children}
    </button>
  );
}

/** The name of a field, next to its value. */
export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <dt className="w-[72px] flex-none pt-[5px] text-muted text-xs max-md:pt-[9px]">{label}</dt>
      <dd className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-1 max-md:min-h-9">{children}</dd>
    </div>
  );
}
