import { colorOf } from "./chart-data.ts";
import { DottedRows, type Share } from "./dotted-rows.tsx";

export interface RingChartProps {
  label: string;
  shares: readonly Share[];
  /** In the middle: the whole, and what it is of. */
  figure: string;
  unit: string;
}

const [size, stroke] = [136, 12];
const radius = 52;
const round = 2 * Math.PI * radius;
/** Between two parts, their round ends apart. */
const gap = 6;

/** The parts of a whole around its sum, with gaps, and a legend. A whole of one part is its figure alone. */
export function RingChart({ label, shares, figure, unit }: RingChartProps) {
  if (shares.filter(({ value }) => value > 0).length < 2)
    return (
      <div className="flex flex-col gap-3">
        <p className="text-faint text-xs">
          <span className="font-display font-semibold text-[24px] text-text">{figure}</span> {unit}
        </p>
        <DottedRows label={label} shares={shares} />
      </div>
    );
  return (
    <div className="flex items-center gap-5 max-sm:gap-4">
      <svg
        aria-hidden="true"
        className="flex-none"
        height={size}
        viewBox={`0 0 ${size} ${size}`}
        width={size}
      >
        {partsOf(shares).map(({ key, color, from, length }) => (
          <circle
            cx={size / 2}
            cy={size / 2}
            fill="none"
            key={key}
            r={radius}
            stroke={colorOf(color)}
            strokeDasharray={`${length} ${round - length}`}
            strokeDashoffset={-from}
            strokeLinecap="round"
            strokeWidth={stroke}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        ))}
        <text
          className="fill-current font-display font-semibold text-[24px]"
          textAnchor="middle"
          x={size / 2}
          y="72"
        >
          {figure}
        </text>
        <text className="fill-current text-2xs text-faint" textAnchor="middle" x={size / 2} y="88">
          {unit}
        </text>
      </svg>
      <DottedRows label={label} shares={shares} />
    </div>
  );
}

/** Along the ring, in pixels: each at least a dot, and the rest by what it is of the whole. */
function partsOf(shares: readonly Share[]) {
  const drawn = shares.filter(({ value }) => value > 0);
  const whole = drawn.reduce((sum, { value }) => sum + value, 0);
  // The ends are round: a part reaches half of its width further on both sides.
  const spare = drawn.length > 1 ? stroke + gap : 0;
  const room = round - drawn.length * spare;
  let from = spare / 2;
  return drawn.map((share) => {
    const length = Math.max(0.1, (share.value / whole) * room);
    const part = { ...share, from, length };
    from += length + spare;
    return part;
  });
}
