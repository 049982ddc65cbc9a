import type { SensitiveCard } from "@atoll/contract/sensitive-data/schemas";
import { authorName } from "../../capabilities/people/author-name.ts";
import { counted } from "../../lib/counted.ts";
import { formatDate, formatTime, isSameDay } from "../../lib/time/format-date.ts";

type Mark = NonNullable<SensitiveCard["lastLook"]>;

/** Under the name of a key: "4 cards, owner Ruth Adeyemi", or who replaced a value today. */
export function describeCards(cards: readonly SensitiveCard[], now: Date): string {
  const [newest] = cards.map(({ rotated }) => rotated).toSorted((a, b) => b.at.localeCompare(a.at));
  if (newest && isSameDay(newest.at, now)) return `Rotated today by ${authorName(newest.person)}`;
  const count = counted(cards.length, "card");
  const owners = new Map(cards.map(({ owner }) => [owner.id, owner]));
  const [only] = owners.values();
  if (only && owners.size === 1) return `${count}, owner ${authorName(only)}`;
  return owners.size === 0 ? count : `${count}, ${owners.size} owners`;
}

/** At the foot of a key: "Last look today 09:20, Tomasz Wilk". */
export function describeLastLook(cards: readonly SensitiveCard[], viewerId: string, now: Date): string {
  const looks = cards.flatMap(({ lastLook }): Mark[] => (lastLook ? [lastLook] : []));
  const last = looks.toSorted((a, b) => b.at.localeCompare(a.at))[0];
  if (!last) return "Never looked at";
  const when = isSameDay(last.at, now) ? `today ${formatTime(last.at)}` : formatDate(last.at, now);
  return `Last look ${when}, ${last.person.id === viewerId ? "you" : authorName(last.person)}`;
}
