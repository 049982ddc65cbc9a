import { directName } from "../src/features/chat/channels/direct-name.ts";
import { createCalendar } from "./calendar.ts";
import { messagesOf } from "./channel-talk.ts";
import { type ChannelPlan, channelPlans } from "./channels.ts";
import { demoDepartments, demoRoles } from "./departments.ts";
import { demoId } from "./ids.ts";
import { demoPeople } from "./people.ts";
import { createRandom, type Random } from "./random.ts";
import type { DemoChannel, DemoCompany, DemoEmployee, DemoMessage, DemoRead } from "./types.ts";

/** The unread counts that Marisol Vega finds when she signs in. She has read everything else. */
const unreadOfMarisol: Record<string, number> = { "business-development": 7, "dm-aiko-marisol": 1 };

/**
 * How far each member has read. People have read at least up to their own last message; who has not
 * been around for long is further behind.
 */
function readsOf(
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

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

/**
 * Makes the demo company Pelican Works: its people, conversations and six weeks of talk that end
 * shortly before `now`. The same `now`, `seed` and `utcOffsetMinutes` (what its local time is ahead
 * of UTC; talk falls into local working hours) give the same company, ids included.
 */
export function generateDemoCompany({
  now,
  seed = 1,
  utcOffsetMinutes = 0,
}: {
  now: Date;
  seed?: number;
  utcOffsetMinutes?: number;
}): DemoCompany {
  const calendar = createCalendar(now, utcOffsetMinutes);
  const weeksAgo = (weeks: number) => new Date(now.getTime() - weeks * weekMs);
  const idAt = (at: Date, name: string) => demoId(at, `${seed}/${name}`);

  const founded = weeksAgo(250);
  const people: DemoEmployee[] = demoPeople.map((person) => ({
    ...person,
    id: idAt(weeksAgo(person.joinedWeeksAgo), `person/${person.key}`),
    joinedAt: weeksAgo(person.joinedWeeksAgo),
    lastActiveAt:
      person.lastActiveMinutesAgo === null
        ? null
        : new Date(now.getTime() - person.lastActiveMinutesAgo * minuteMs),
  }));
  const byKey = new Map(people.map((person) => [person.key, person]));

  const channels: DemoChannel[] = channelPlans.map((plan) => ({
    id: idAt(weeksAgo(plan.createdWeeksAgo), `channel/${plan.key}`),
    key: plan.key,
    name: plan.type === "DIRECT" ? directNameOf(plan, byKey) : plan.key,
    description: plan.description,
    type: plan.type,
    departmentKey: plan.departmentKey,
    createdBy: plan.createdBy,
    createdAt: weeksAgo(plan.createdWeeksAgo),
    members: plan.members,
    owners: plan.owners,
    isOwnersOnly: plan.isOwnersOnly,
    followsDepartment: plan.followsDepartment,
  }));

  const messages = channelPlans
    .flatMap((plan) => messagesOf(plan, byKey, calendar, seed))
    .sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime());
  for (const message of messages) noteActivity(message, byKey);

  return {
    departments: demoDepartments.map((one) => ({ ...one, id: idAt(founded, `department/${one.key}`) })),
    roles: demoRoles.map((one) => ({ ...one, id: idAt(founded, `role/${one.key}`) })),
    people,
    channels,
    messages,
    reads: channels.flatMap((channel) =>
      readsOf(
        channel,
        messages.filter((message) => message.channelKey === channel.key && message.parentId === null),
        byKey,
        now,
        createRandom(`reads/${channel.key}`, seed),
      ),
    ),
    stars: Object.entries(starred).flatMap(([personKey, keys]) =>
      keys.map((channelKey) => ({ channelKey, personKey })),
    ),
    saved: messages
      .filter(({ pinnedAt, channelKey }) => pinnedAt !== null && ["general", "deploys"].includes(channelKey))
      .map(({ id }) => ({ messageId: id, personKey: "marisol" })),
  };
}

/** The chats starred by the people with sign-ins. */
const starred: Record<string, string[]> = {
  greta: ["announcements", "general"],
  marisol: ["deploys", "dm-marisol-ruth"],
  ruth: ["business-development", "harbour-freight"],
  aiko: ["frontend", "design"],
  tomasz: ["backend", "dm-kofi-tomasz"],
  dev: ["devops", "on-call"],
  hanne: ["marketing", "case-studies"],
};

function noteActivity(message: DemoMessage, people: Map<string, DemoEmployee>): void {
  const author = people.get(message.authorKey);
  if (author === undefined) throw new Error(`demo company: nobody is called "${message.authorKey}"`);
  if (author.lastActiveAt === null || author.lastActiveAt < message.sentAt)
    author.lastActiveAt = message.sentAt;
}

function directNameOf(plan: ChannelPlan, people: Map<string, DemoEmployee>): string {
  return directName(plan.members.map((key) => people.get(key)?.id ?? key));
}
