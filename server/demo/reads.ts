import type { Random } from "./random.ts";
import type { DemoChannel, DemoEmployee, DemoMessage, DemoRead } from "./types.ts";

/** The unread counts that Marisol Vega finds when she signs in. She has read everything else. */
const unreadOfMarisol: Record<string, number> = { "business-development": 7, "dm-aiko-marisol": 1 };

/**
 * How far each member has read. People have read at least up to their own last message; who has not
 * been around for long is further behind.
 */
export function readsOf(
  channel: DemoChannel,
  messages: DemoMessage[],
  people: Map<string, DemoEmployee>,
  now: Date,
  random: Random,
): DemoRead[] {
  return channel.members.flatMap((personKey) => {
    const wanted =
      personKey === "marisol"
        ? (unreadOfMarisol[channel.key] ?? 0)
        : unreadCount(people.get(personKey)?.lastActiveAt ?? null, now, random);
    const through = lastRead(messages, personKey, wanted);
    return through === undefined
      ? []
      : [{ channelKey: channel.key, personKey, throughMessageId: through.id }];
  });
}

function unreadCount(lastActiveAt: Date | null, now: Date, random: Random): number {
  const hoursAway = lastActiveAt === null ? 0 : (now.getTime() - lastActiveAt.getTime()) / 3_600_000;
  if (hoursAway > 12) return random.between(3, 30);
  if (hoursAway > 1) return random.between(0, 6);
  return random.chance(0.7) ? 0 : random.between(1, 4);
}

/** The last message that leaves `wanted` unread behind it, or fewer where own words come before. */
function lastRead(messages: DemoMessage[], personKey: string, wanted: number): DemoMessage | undefined {
  let unread = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || message.authorKey === personKey || unread === wanted) return message;
    if (message.deletedAt === null) unread += 1;
  }
  return undefined;
}
