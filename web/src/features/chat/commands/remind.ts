import { furthestReminderDays } from "@atoll/contract/reminders/limits";
import { reminderRoutes } from "@atoll/contract/reminders/routes";
import type { Reminder } from "@atoll/contract/reminders/schemas";
import { call } from "../../../lib/server/api-client.ts";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import type { AnswerAction, CommandAnswer } from "./answers.ts";
import { splitWhen } from "./read-when.ts";
import { type CommandPlace, sayPerson, sayWhen, takeFirstPerson, type Understood } from "./understood.ts";

const listed = 20;
const example = "/remind me to call Ada tomorrow at 9";

const repeated =
  /\bevery\s+(?:(?:other|second|single|\d+)\s+)?(?:minute|hour|day|morning|evening|night|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/i;

/** `/remind me|@person|#channel text at a time`, or `/remind list`. */
export function remind(words: string, place: CommandPlace): Understood {
  if (words.toLowerCase() === "list") return { says: "Lists your reminders", act: list };
  const target = readTarget(words, place);
  if ("problem" in target) return target;
  if (repeated.test(target.rest) && !/^["“„]/.test(target.rest))
    return { problem: "Reminders do not repeat. Create an event that repeats in the calendar." };
  const found = splitWhen(target.rest, place.now);
  if (!found)
    return { problem: `Say when: in 20 minutes, tomorrow at 9, Friday 14:00. For example ${example}` };
  if ("problem" in found) return found;
  const { when, rest: text } = found;
  if (text === "") return { problem: `Say what the reminder is about: ${example}` };
  if (when.at <= place.now) return { problem: `${sayWhen(when)} has passed. Choose a time in the future.` };
  if (when.at.getTime() - place.now.getTime() > furthestReminderDays * 24 * 3600_000)
    return { problem: "A reminder can be a year ahead at most." };
  const at = `${formatDay(when.at)}, ${formatTime(when.at)}`;
  return {
    says: `Reminds ${target.name}: ${at}: “${text}”`,
    async act() {
      await call(reminderRoutes.createReminder, {
        body: {
          ...{ id: place.id, text, at: when.at.toISOString(), placeId: place.channelId },
          target: target.target,
        },
      });
      return {
        text: `Reminder for ${target.name}: ${at}: “${text}”.`,
        actions: [cancel("Undo", place.id)],
      };
    },
  };
}

type Target = { kind: "me" } | { kind: "person" | "channel"; id: string };

/** Reads the one who is reminded, and the rest of the words. Without a name it is the viewer. */
function readTarget(
  words: string,
  { people, picked, channels, signedIn }: CommandPlace,
): { problem: string } | { target: Target; name: string; rest: string } {
  if (words.startsWith("#")) {
    const after = words.slice(1).toLowerCase();
    const channel = channels
      .filter(({ type, name }) => type !== "DIRECT" && isNamedIn(after, name))
      .toSorted((a, b) => b.name.length - a.name.length)[0];
    if (!channel) return { problem: "You are not in a channel with this name." };
    return {
      target: { kind: "channel", id: channel.id },
      name: `#${channel.name}`,
      rest: words.slice(1 + channel.name.length).trim(),
    };
  }
  if (words.startsWith("@")) {
    const taken = takeFirstPerson(words, { people, picked });
    if ("problem" in taken) return taken;
    const { person, rest } = taken;
    if (person.id === signedIn.viewer.id) return { target: { kind: "me" }, name: "you", rest };
    return { target: { kind: "person", id: person.id }, name: sayPerson(person, { people }), rest };
  }
  return { target: { kind: "me" }, name: "you", rest: words.replace(/^me(?:\s+|$)/i, "") };
}

function isNamedIn(after: string, name: string): boolean {
  return after.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(after.slice(name.length));
}

async function list(): Promise<Omit<CommandAnswer, "id">> {
  const { items, nextCursor } = await call(reminderRoutes.listReminders, { query: { limit: listed } });
  if (items.length === 0) return { text: `You have no reminders. Set one with ${example}` };
  const lines = items.map(
    (one) => `${formatDay(one.at)}, ${formatTime(one.at)} (${nameOf(one)}): ${one.text}`,
  );
  const more = nextCursor === null ? [] : ["There are more."];
  return {
    text: ["Your reminders:", ...lines, ...more].join("\n"),
    actions: items.map(({ id, text }) => ({
      ...cancel(`Cancel “${text.length > 30 ? `${text.slice(0, 30)}…` : text}”`, id),
      run: async () => {
        await call(reminderRoutes.cancelReminder, { params: { reminderId: id } });
        return list();
      },
    })),
  };
}

function nameOf({ target }: Reminder): string {
  if (target.kind === "me") return "you";
  return target.kind === "channel"
    ? `#${target.name ?? "a channel you left"}`
    : (target.name ?? "a colleague");
}

function cancel(label: string, reminderId: string): AnswerAction {
  return {
    id: reminderId,
    label,
    async run() {
      await call(reminderRoutes.cancelReminder, { params: { reminderId } });
      return { text: "The reminder is cancelled." };
    },
  };
}
