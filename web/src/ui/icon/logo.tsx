/** The mark: a broken ring around a smaller one, and a coral dot in the opening. */
export function Logo({ size = 26, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" className={className} aria-hidden="true">
      <path
        d="M21.9 6.2A11.4 11.4 0 1 0 27.3 14.6"
        className="stroke-primary"
        strokeWidth="4.4"
        strokeLinecap="round"
      />
      <path
        d="M19.2 12.1a5 5 0 1 0 1.7 4.6"
        className="stroke-primary-bright"
        strokeWidth="1.8"
        strokeLinecap="round"
        opacity=".75"
      />
      <circle cx="26.1" cy="8.6" r="2.6" className="fill-accent-bright" />
    </svg>
  );
}
