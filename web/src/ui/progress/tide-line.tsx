import { useId } from "react";

/** The mark before the first new message: a sine hairline in coral, the only wavy thing there is. */
export function TideLine({ label = "New messages" }: { label?: string }) {
  const wave = useId();
  return (
    <div className="flex items-center gap-2.5 py-1.5">
      <svg className="min-w-0 flex-1" height="8" aria-hidden="true">
        <defs>
          <pattern id={wave} width="16" height="8" patternUnits="userSpaceOnUse">
            <path
              d="M-4 6.5C-1.5 6.5 1.5 1.5 4 1.5S9.5 6.5 12 6.5 17.5 1.5 20 1.5"
              fill="none"
              className="stroke-accent-bright"
              strokeWidth="1.4"
            />
          </pattern>
        </defs>
        <rect width="100%" height="8" fill={`url(#${wave})`} />
      </svg>
      <span className="font-semibold text-2xs text-accent-text">{label}</span>
    </div>
  );
}
