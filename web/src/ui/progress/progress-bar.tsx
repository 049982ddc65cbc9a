export interface ProgressBarProps {
  value: number;
  max: number;
  /** The measured thing, for screen readers. */
  label: string;
  className?: string;
}

/** A flat bar for a count out of a total. Show the numbers next to it. */
export function ProgressBar({ value, max, label, className = "w-36" }: ProgressBarProps) {
  const share = max > 0 ? Math.max(0, Math.min(1, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className={`h-1.5 flex-none overflow-hidden rounded-full bg-surface-active ${className}`}
    >
      <div className="h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
