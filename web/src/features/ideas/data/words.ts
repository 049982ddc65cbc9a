import { maxEffortWeeks, maxImpact } from "@atoll/contract/ideas/limits";
import type { Idea } from "@atoll/contract/ideas/schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { makeFormat } from "../../../lib/time/format-date.ts";

export { ideaStatusNames as statusNames } from "@atoll/contract/ideas/limits";

/** An anonymous idea has no author for anybody. */
export const authorOf = ({ author }: Pick<Idea, "author">): string =>
  author ? authorName(author) : "Anonymous";

type Quadrant = "Do first" | "Plan well" | "Fill a gap" | "Think twice";

/** The corner of the plot that an idea lies in. */
export function quadrantOf({ impact, effortWeeks }: { impact: number; effortWeeks: number }): Quadrant {
  const isWorth = impact > maxImpact / 2;
  const isSmall = effortWeeks < maxEffortWeeks / 2;
  if (isWorth) return isSmall ? "Do first" : "Plan well";
  return isSmall ? "Fill a gap" : "Think twice";
}

/** "3 weeks", "1 week". */
/** "December", or "March 2027" in another year. */
export function monthInWords(day: string, now = new Date()): string {
  const isSameYear = day.slice(0, 4) === String(now.getFullYear());
  const shape = isSameYear ? ({ month: "long" } as const) : ({ month: "long", year: "numeric" } as const);
  return makeFormat(shape, "UTC").format(new Date(`${day}T12:00:00Z`));
}
