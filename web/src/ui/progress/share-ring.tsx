interface ShareRingProps {
  /** From 0 to 1. */
  share: number;
  /** Name of the measure, for assistive tech. */
  label: string;
  size: number;
  /** Stands in the middle. */
  children: string;
  /** True when the figure is shown next to it and read out alone. */
  isBare?: boolean;
}

const radius = 21;
const length = 2 * Math.PI * radius;
/** The opening of the ring, at upper right. */
const gap = 5;

/** A share in a thin broken ring, with its figure in the middle. */
export function ShareRing({ share, label, size, children, isBare = false }: ShareRingProps) {
  const whole = length - gap;
  return (
    <span className="relative grid flex-none place-items-center">
      <svg width={size} height={size} viewBox="0 0 48 48" role="img" aria-label={`${label}: ${children}`}>
        <g fill="none" strokeWidth="5" strokeLinecap="round" transform="rotate(-52 24 24)">
          <circle
            cx="24"
            cy="24"
            r={radius}
            className="stroke-surface-active"
            strokeDasharray={`${whole - gap} ${length}`}
          />
          {share > 0 && (
            <circle
              cx="24"
              cy="24"
              r={radius}
              className="stroke-primary"
              strokeDasharray={`${Math.min(1, share) * (whole - gap)} ${length}`}
            />
          )}
        </g>
      </svg>
      {!isBare && (
        <span aria-hidden="true" className="absolute font-semibold text-xs tabular-nums">
          {children}
        </span>
      )}
    </span>
  );
}
