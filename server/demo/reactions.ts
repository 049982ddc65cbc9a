import type { Random } from "./random.ts";
import type { Draft } from "./timeline.ts";
import type { DemoReaction } from "./types.ts";

/** Drawn more often the further in front they stand. */
const everyday = ["👍", "👍", "👍", "🎉", "😄", "❤️", "🙏", "👀"];
const chance = 0.05;
const minuteMs = 60_000;

/**
 * Returns the reactions to a message: those in the text, or now and then one from a person who was around, within the
 * hour. Nobody reacts to a deleted message or after `now`. People in the text must be among `around`.
 */
export function reactionsTo(
  draft: Draft,
  at: number,
  setting: { around: readonly string[]; now: number; random: Random },
): DemoReaction[] {
  const { around, now, random } = setting;
  const drawn = random.chance(chance)
    ? [{ emoji: random.pick(everyday), who: draw(around, random.between(1, 4), random) }]
    : [];
  if (draft.deleted) return [];
  const wanted = draft.reactions?.length ? draft.reactions : drawn;
  let last = at;
  return wanted.flatMap(({ emoji, who }) =>
    who.flatMap((personKey) => {
      if (personKey === draft.who || !around.includes(personKey)) return [];
      last = Math.min(last + random.between(20, 300) * 1000, at + 55 * minuteMs);
      return last < now ? [{ emoji, personKey, at: new Date(last) }] : [];
    }),
  );
}

function draw(from: readonly string[], howMany: number, random: Random): string[] {
  const left = [...from];
  return Array.from({ length: Math.min(howMany, left.length) }, () =>
    left.splice(random.between(0, left.length - 1), 1),
  ).flat();
}
