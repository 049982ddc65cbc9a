import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { useId } from "react";
import { RowAxis, room, ValueAxis } from "./axes.tsx";
import { type ChartData, type ChartRow, figureOf } from "./chart-data.ts";
import { fillId } from "./looks.tsx";
import { largestOf, Plot } from "./plot.tsx";
import { useReading } from "./use-reading.ts";
import { useWidth } from "./use-width.ts";

/** A line across the bars, at a share of the way from the first to behind the last. */
export interface BarMark {
  key: string;
  label: string;
  /** Rows from the left: 2.5 is the middle of the third bar. */
  at: number;
}

export interface BarChartProps {
  data: ChartData;
  label: string;
  height?: number;
  marks?: readonly BarMark[];
  /**
   * Series are side by side, and all rows except the last are paler, to compare the current values with previous ones.
   */
  isPaired?: boolean;
  onOpen?: (address: string) => void;
}

/** A bar chart with one series, several stacked series, or pairs. Also a histogram, with marks. */
export function BarChart(props: BarChartProps) {
  const { data, label, height = 200, marks = [], isPaired = false, onOpen } = props;
  const chartId = useId();
  const [ref, width] = useWidth<HTMLDivElement>(480);
  const { rows, series } = data;
  const right = width - 8;
  const top = room.top + (marks.length > 0 ? 16 : 0);
  const bands = scaleBand(
    rows.map(({ key }) => key),
    [room.left, right],
  ).padding(0.28);
  const left = (index: number) => bands(rows[index]?.key ?? "") ?? room.left;
  const xOf = (index: number) => left(index) + bands.bandwidth() / 2;
  const scale = scaleLinear([0, largestOf(data, !isPaired)], [height - room.bottom, top]).nice(3);
  const rowAt = (x: number) => Math.floor((x - room.left) / (bands.step() || 1));
  const reading = useReading({ data, rowAt, onOpen });
  const at = reading.reading;
  const stacked = stack<ChartRow>()
    .keys(series.map(({ key }) => key))
    .value((row, key) => row.values[key] ?? 0)([...rows]);
  const layers = isPaired
    ? series.map((one) => rows.map((row) => [0, figureOf(row, one)] as const))
    : stacked.map((layer) => layer.map(([low, high]) => [low, high] as const));
  const totals = rows.map((row) => series.reduce((sum, { key }) => sum + (row.values[key] ?? 0), 0));
  const pairGap = isPaired ? 1 : 0;
  const barWidth = isPaired ? bands.bandwidth() / series.length - pairGap : bands.bandwidth();
  const opacityOf = (row: number, index: number) => {
    const isPale = isPaired && row < rows.length - 1;
    if (at) return at.row === row && at.series === index ? 1 : isPale ? 0.35 : 0.6;
    return isPale ? 0.5 : 1;
  };
  const markX = (share: number) => room.left + share * bands.step();
  return (
    <div ref={ref}>
      <Plot
        {...{ chartId, data, label, width, height, reading, xOf }}
        kind="fill"
        hasLegend={series.length > 1}
      >
        <ValueAxis scale={scale} right={right} />
        {layers.map((layer, index) => {
          const one = series[index];
          return (
            one && (
              <g key={one.key} fill={`url(#${fillId(chartId, one)})`}>
                {layer.map(([low, high], row) =>
                  high > low ? (
                    <path
                      key={rows[row]?.key}
                      d={barPath(
                        left(row) + (isPaired ? index * (barWidth + pairGap) : 0),
                        scale(high),
                        barWidth,
                        scale(low),
                        isPaired || high === totals[row],
                      )}
                      opacity={opacityOf(row, index)}
                      onPointerMove={() => reading.set({ row, series: index })}
                    />
                  ) : null,
                )}
              </g>
            )
          );
        })}
        {marks.map((mark, index) => (
          <g key={mark.key}>
            <path
              d={`M${markX(mark.at)} ${room.top + 6}V${height - room.bottom}`}
              stroke="var(--text)"
              strokeDasharray={index === 0 ? "5 3" : "2 3"}
            />
            <text
              x={markX(mark.at) + (index === 0 ? -5 : 5)}
              y={room.top + 4}
              textAnchor={index === 0 ? "end" : "start"}
              className="fill-current font-semibold text-2xs text-text"
            >
              {mark.label}
            </text>
          </g>
        ))}
        <RowAxis rows={rows} xOf={xOf} y={height - 4} labelWidth={46} />
      </Plot>
    </div>
  );
}

/** A bar from its top to its foot, rounded at its free end only. */
function barPath(x: number, top: number, width: number, foot: number, isFree: boolean): string {
  const radius = isFree ? Math.min(3, width / 2, foot - top) : 0;
  return (
    `M${x} ${foot}V${top + radius}q0 ${-radius} ${radius} ${-radius}` +
    `h${width - 2 * radius}q${radius} 0 ${radius} ${radius}V${foot}Z`
  );
}
