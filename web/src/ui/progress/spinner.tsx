import { cx } from "../base/cx.ts";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

export interface SpinnerProps {
  /** Edge in pixels; from 24 on the ring carries the coral dot of the logo. */
  size?: number;
  /** Announced to screen readers. Leave it out if the text next to the spinner says it already. */
  label?: string;
  className?: string;
}

/** The broken ring, turning: the one looping motion of a wait. */
export function Spinner({ size = 16, label, className }: SpinnerProps) {
  const large = size >= 24;
  return (
    <span className={cx("inline-flex flex-none", className)} role={label ? "status" : undefined}>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
      <svg width={size} height={size} viewBox="0 0 36 36" className="animate-ring" aria-hidden="true">
        <circle
          cx="18"
          cy="18"
          r="13"
          fill="none"
          className={large ? "stroke-surface-active" : "stroke-current opacity-30"}
          strokeWidth="4.5"
        />
        <path
          d="M18 5a13 13 0 0 1 11.3 6.5"
          fill="none"
          className={large ? "stroke-primary" : "stroke-current"}
          strokeWidth="4.5"
          strokeLinecap="round"
        />
        {large && <circle cx="31" cy="18" r="2.6" className="fill-accent-bright" />}
      </svg>
    </span>
  );
}
