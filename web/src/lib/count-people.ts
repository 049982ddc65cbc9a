import { formatNumber } from "./format-number.ts";

/** "1 person", "4 people". */
export function countPeople(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "person" : "people"}`;
}
