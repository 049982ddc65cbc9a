import { formatNumber } from "./format-number.ts";

/** "1 bug", "3 bugs", "2 case studies". */
export function counted(count: number, one: string, many = pluralOf(one)): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** "1 person", "4 people". */
export const countPeople = (count: number): string => counted(count, "person", "people");

export function pluralOf(singular: string): string {
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
