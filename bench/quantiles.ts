/** The value below which the share `q` of the measurements lies, by nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

/** Milliseconds as people read them. */
export function ms(value: number, digits: number = value < 10 ? 2 : 1): string {
  return `${value.toFixed(digits)} ms`;
}
