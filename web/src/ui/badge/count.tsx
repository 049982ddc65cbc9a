import { formatNumber } from "../../lib/format-number.ts";
import { cx } from "../base/cx.ts";
import { VisuallyHidden } from "../base/visually-hidden.tsx";

export interface CountProps {
  value: number;
  /** Coral for unread, hibiscus for the bell, sand for a plain total. */
  tone?: "total" | "unread" | "bell";
  /** The counted things, for screen readers: "unread". */
  label?: string;
  /** Larger counts are shown as this with a plus. */
  max?: number;
  /** An edge in the colour of the frame, for a count that sits on an icon. */
  ringed?: boolean;
  className?: string;
}

/** A small pill with a number; above 99 it reads 99+ where nothing else is said. */
export function Count({ value, tone = "total", label, max = 99, ringed = false, className }: CountProps) {
  return (
    <span
      className={cx(
        "inline-grid h-4 flex-none place-items-center rounded-full font-semibold",
        ringed
          ? "min-w-4 px-[3px] font-bold text-[10px]/4 shadow-[0_0_0_2px_var(--canvas)]"
          : "min-w-[18px] px-[5px] text-2xs",
        tones[tone],
        className,
      )}
    >
      <span>
        {value > max ? `${formatNumber(max)}+` : formatNumber(value)}
        {label && <VisuallyHidden> {label}</VisuallyHidden>}
      </span>
    </span>
  );
}

const tones = {
  total: "bg-surface-active text-muted",
  unread: "bg-accent text-accent-contrast",
  bell: "bg-danger text-danger-contrast",
};
