/** One of the tokens `chart-1` to `chart-8`. */
export type ChartColor = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A series of values: a line, a layer, a part of each bar. At most five in one chart. */
export interface ChartSeries {
  key: string;
  label: string;
  color: ChartColor;
}

/** A place on the axis, and what was measured there. */
export interface ChartRow {
  key: string;
  /** In full, for the reading and the table: "Week of 26 October". */
  label: string;
  /** On the axis, where there is little room: "26 Oct". */
  tick: string;
  /** Still under way: what is measured here is not all yet, and is drawn fainter. */
  isSoFar?: boolean;
  values: Readonly<Record<string, number>>;
  /** Where each figure leads: to what it counts. */
  links?: Readonly<Record<string, string>>;
}

/** The data of a chart, its table and its CSV. */
export interface ChartData {
  /** The heading of the rows: "Week". */
  rowHead: string;
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
}

export function colorOf(color: ChartColor): string {
  return `var(--chart-${color})`;
}

export function figureOf({ values }: ChartRow, { key }: ChartSeries): number {
  return values[key] ?? 0;
}

/** A row in words: "Week of 26 October: Done 16, Created 14". */
export function rowInWords(row: ChartRow, series: readonly ChartSeries[]): string {
  return `${row.label}: ${series.map((one) => `${one.label} ${figureOf(row, one)}`).join(", ")}`;
}

/** The table as CSV. A label that a spreadsheet would take for a formula is marked as text. */
export function chartCsv({ rowHead, series, rows }: ChartData): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = [
    [rowHead, ...series.map(({ label }) => label)].map(cell),
    ...rows.map((row) => [cell(row.label), ...series.map((one) => String(figureOf(row, one)))]),
  ];
  return `${lines.map((line) => line.join()).join("\r\n")}\r\n`;
}
