type RingTone = "neutral" | "primary" | "highlight" | "info" | "warning" | "error" | "success";

export interface RingProgressProps {
  /** From 0 to 1; 1 is drawn as a full disc with a check. */
  value: number;
  /** The measured thing, for screen readers. */
  label: string;
  size?: number;
  /** Sun for work under way, sea for work in review, lagoon for shares of anything. Whole is green unless it says another. */
  tone?: RingTone;
}

interface Toned {
  tone: RingTone | undefined;
}

/** How far along something is: the broken ring closes. Nothing yet is a ring with its opening at upper right. */
export function RingProgress({ value, label, size = 16, tone }: RingProgressProps) {
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
      {share === 0 ? (
        <Empty tone={tone} />
      ) : share === 1 ? (
        <Full tone={tone} />
      ) : (
        <Part share={share} tone={tone} />
      )}
    </svg>
  );
}

const length = 2 * Math.PI * 5.5;
const circle = { cx: "8", cy: "8", r: "5.5", fill: "none" };

function Empty({ tone }: Toned) {
  return (
    <circle
      {...circle}
      className={tone ? strokes[tone] : "stroke-border-control"}
      strokeWidth="1.5"
      strokeDasharray={`${length - 4.56} 4.56`}
      transform="rotate(-26 8 8)"
    />
  );
}

function Part({ share, tone = "primary" }: Toned & { share: number }) {
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

function Full({ tone = "success" }: Toned) {
  return (
    <>
      <circle cx="8" cy="8" r="7" className={fills[tone]} />
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

const strokes: Readonly<Record<RingTone, string>> = {
  neutral: "stroke-border-control",
  primary: "stroke-primary",
  highlight: "stroke-highlight-bright",
  info: "stroke-info",
  warning: "stroke-warning",
  error: "stroke-danger",
  success: "stroke-success",
};

const fills: Readonly<Record<RingTone, string>> = {
  neutral: "fill-border-control",
  primary: "fill-primary",
  highlight: "fill-highlight-bright",
  info: "fill-info",
  warning: "fill-warning",
  error: "fill-danger",
  success: "fill-success",
};
