import { scaleLinear, scalePoint } from "d3-scale";
import { area, stack } from "d3-shape";
import { useId } from "react";
import { RowAxis, room, ValueAxis } from "./axes.tsx";
import { type ChartData, type ChartRow, colorOf } from "./chart-data.ts";
import { fillId } from "./looks.tsx";
import { largestOf, Plot } from "./plot.tsx";
import { useReading } from "./use-reading.ts";
import { useWidth } from "./use-width.ts";

export interface AreaChartProps {
  data: ChartData;
  label: string;
  height?: number;
  onOpen?: (address: string) => void;
}

/** Layers that add up, the first series at the bottom. */
export function AreaChart({ data, label, height = 220, onOpen }: AreaChartProps) {
  const chartId = useId();
  const [ref, width] = useWidth<HTMLDivElement>(640);
  const { rows, series } = data;
  const right = width - 22;
  const points = scalePoint(
    rows.map(({ key }) => key),
    [room.left, right],
  );
  const xOf = (index: number) => points(rows[index]?.key ?? "") ?? room.left;
  const scale = scaleLinear([0, largestOf(data, true)], [height - room.bottom, room.top]).nice(3);
  const rowAt = (x: number) => Math.round((x - room.left) / (points.step() || 1));
  const reading = useReading({ data, rowAt, onOpen });
  const at = reading.reading;
  const layers = stack<ChartRow>()
    .keys(series.map(({ key }) => key))
    .value((row, key) => row.values[key] ?? 0)([...rows]);
  return (
    <div ref={ref}>
      <Plot {...{ chartId, data, label, width, height, reading, xOf }} kind="fill" hasLegend>
        <ValueAxis scale={scale} right={right} />
        {layers.map((layer, index) => {
          const one = series[index];
          const shape = area<(typeof layer)[number]>(
            (_, place) => xOf(place),
            ([low]) => scale(low),
            ([, high]) => scale(high),
          )(layer);
          return (
            one && (
              <path
                key={one.key}
                d={shape ?? undefined}
                fill={`url(#${fillId(chartId, one)})`}
                stroke={colorOf(one.color)}
                opacity={at && at.series !== index ? 0.55 : 0.9}
                onPointerMove={() => reading.set((before) => ({ row: before?.row ?? 0, series: index }))}
              />
            )
          );
        })}
        {at && (
          <path d={`M${xOf(at.row)} ${room.top}V${height - room.bottom}`} stroke="var(--text)" opacity=".5" />
        )}
        <RowAxis rows={rows} xOf={xOf} y={height - 4} />
      </Plot>
    </div>
  );
}
