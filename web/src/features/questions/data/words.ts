import type { Question } from "@atoll/contract/questions/schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatAge } from "../../../lib/time/format-age.ts";

export const askerOf = ({ author }: Pick<Question, "author">): string =>
  author ? authorName(author) : "Anonymous";

/** "2d" or "3 Nov". */
export const ageOf = (instant: string): string => formatAge(instant);

const dayMs = 86_400_000;
/** A question without an answer is marked after a day. */
export function waitOf({ createdAt, answerCount, closedAs }: Question, now = Date.now()): string | null {
  const hours = Math.floor((now - Date.parse(createdAt)) / 3_600_000);
  if (answerCount > 0 || closedAs !== null || hours < 24) return null;
  return hours < 48 ? `Waiting ${hours}h` : `Waiting ${Math.floor(hours / 24)} days`;
}

/** How old an accepted answer is: "Answer is 5 months old". */
export function staleWords({ acceptedAt }: Pick<Question, "acceptedAt">, now = Date.now()): string {
  const months = acceptedAt === null ? 0 : Math.floor((now - Date.parse(acceptedAt)) / (30 * dayMs));
  return months < 2 ? "May be outdated" : `Answer is ${months} months old`;
}

const dots = ["business", "frontend", "backend", "devops", "marketing"] as const;

/** The colour of a tag: the same for the same name on every screen. */
export function tagColour(name: string): string {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return `var(--dept-${dots[sum % dots.length]})`;
}
