export interface RingProgressProps {
  /** From 0 to 1; 1 is drawn as a full disc with a check. */
  value: number;
  /** The measured thing, for screen readers. */
  label: string;
  size?: number;
  /** Sun for work under way, sea for work in review, lagoon for shares of anything. */
  tone?: "primary" | "highlight" | "info";
}

/** How far along something is: the broken ring closes. Nothing yet is a ring with its opening at upper right. */
export function RingProgress({ value, label, size = 16, tone = "primary" }: RingProgressProps) {
  const share = Math.max(0, Math.min(1, value));
  const percent = Math.round(share * 100);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      className="flex-none"
      role="img"
      aria-label={`${label}: ${percent}%`}
    >
      {share === 0 ? <Empty /> : share === 1 ? <Full /> : <Part share={share} tone={tone} />}
    </svg>
  );
}

const length = 2 * Math.PI * 5.5;
const circle = { cx: "8", cy: "8", r: "5.5", fill: "none" };

function Empty() {
  return (
    <circle
      {...circle}
      className="stroke-border-control"
      strokeWidth="1.5"
      strokeDasharray={`${length - 4.56} 4.56`}
      transform="rotate(-26 8 8)"
    />
  );
}

function Part({ share, tone }: { share: number; tone: keyof typeof strokes }) {
  return (
    <>
      <circle {...circle} className={strokes[tone]} strokeOpacity=".28" strokeWidth="2.4" />
      <circle
        {...circle}
        className={strokes[tone]}
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeDasharray={`${share * length} ${length}`}
        transform="rotate(-90 8 8)"
      />
    </>
  );
}

function Full() {
  return (
    <>
      <circle cx="8" cy="8" r="7" className="fill-success" />
      <path
        d="m5 8.2 2.1 2.1L11 6.2"
        fill="none"
        className="stroke-surface-raised"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  );
}

const strokes = { primary: "stroke-primary", highlight: "stroke-highlight-bright", info: "stroke-info" };
