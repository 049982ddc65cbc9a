import type { CardData } from "./field-schemas.ts";
import type { CardNeed, SectionOptions } from "./section-schemas.ts";

/** As much of a card as the rules of a section look at. */
export interface NeedyCard {
  data: CardData;
  ownerId: string | null;
  /** The approvals of its content as it is now. */
  approvals?: readonly { field: string; personId: string | null }[];
}

/**
 * Returns the first requirement of a stage that the card does not meet. Only the server knows whether an environment is
 * frozen.
 * @param today the day on which a date is past, as "2026-11-20".
 */
export function unmetNeed(
  { needs }: Pick<SectionOptions, "needs">,
  stage: string,
  card: NeedyCard,
  today: string,
): CardNeed | undefined {
  return needs.find((need) => need.stage === stage && !isNeedMet(need, card, today));
}

/** Pure: whether a card meets one requirement. */
export function isNeedMet(
  need: CardNeed,
  { data, ownerId, approvals = [] }: NeedyCard,
  today: string,
): boolean {
  const value = data[need.field] ?? null;
  switch (need.is) {
    case "filled":
      return Array.isArray(value) ? value.length > 0 : value !== null;
    case "done":
      return Array.isArray(value) && value.length > 0 && value.every(({ isDone }) => isDone);
    case "equal":
      return value === need.value;
    case "not_past":
      return typeof value === "string" && value >= today;
    case "newer":
      return isNewerRelease(value, data[need.value] ?? null);
    case "second_person":
      return (
        typeof value === "string" &&
        value !== ownerId &&
        approvals.some(({ field, personId }) => field === need.field && personId === value)
      );
    case "no_freeze":
      return true;
  }
}

/** Whether both name a release, and the first is the later one: "3.13.0" after "portal 3.12.1". */
export function isNewerRelease(later: unknown, earlier: unknown): boolean {
  const [one, other] = [releaseOf(later), releaseOf(earlier)];
  if (!one || !other) return false;
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function releaseOf(text: unknown): number[] | undefined {
  const found = typeof text === "string" ? /\d{1,9}(?:\.\d{1,9}){0,5}/.exec(text)?.[0] : undefined;
  return found?.split(".").map(Number);
}
