import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import { eventLink } from "@atoll/contract/calendar/event-link";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { maxPollOptions, minPollOptions } from "@atoll/contract/chat/limits";
import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { presenceOf } from "../../../capabilities/people/presence.ts";
import { counted } from "../../../lib/counted.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { BuiltInName } from "./command-list.ts";
import { splitWhen, whenReader } from "./read-when.ts";
import { remind } from "./remind.ts";
import { type CommandPlace, sayPerson, sayWhen, takePeople, type Understood, undo } from "./understood.ts";

/** Reads the words of each built-in command. Nothing happens before `act`. */
export const readers: Readonly<Record<BuiltInName, (words: string, place: CommandPlace) => Understood>> = {
  task,
  event,
  remind,
  poll,
  topic,
  invite,
  away,
  ask,
};

const dueMark = /^(.*\S)\s+(?:due|by)\s+(\S.*)$/is;

function task(words: string, place: CommandPlace): Understood {
  const taken = takePeople(words, place);
  if ("problem" in taken) return taken;
  const { named, rest } = taken;
  if (named.length > 1) return { problem: "A task has one assignee. Name one person." };
  const [, before, after] = dueMark.exec(rest) ?? [];
  // "by" may be a part of the title.
  const when = after === undefined ? null : whenReader(place.now)(after);
  const title = when ? (before ?? rest) : rest;
  if (title === "") return { problem: "Write a title: /task Send the invoice due Friday" };
  const [assignee] = named;
  const until = when ? `, due ${sayWhen(when)}` : "";
  return {
    says: `Creates the task “${title}”${assignee ? ` for ${sayPerson(assignee, place)}` : ""}${until}`,
    async act() {
      const { id } = place;
      const clock = when?.time ? { time: when.time, zone: ownTimeZone() } : null;
      await call(taskRoutes.createTask, {
        body: {
          ...{ id, title, assigneeId: assignee?.id ?? null },
          due: when ? { date: when.day, clock } : null,
        },
      });
      return {
        text: `Created the task “${title}”${until}.`,
        link: { href: `/tasks?task=${id}`, label: "Open task" },
        actions: [
          undo("The task is deleted.", () =>
            call(taskRoutes.deleteTask, { params: { taskId: id }, query: { changeId: uuidv7() } }),
          ),
        ],
      };
    },
  };
}

const duration = /\s+for\s+(\d{1,4})\s*(m|min|minutes?|h|hours?)\s*$/i;
const usualMinutes = 30;
const longestMinutes = 24 * 60;

function event(words: string, place: CommandPlace): Understood {
  const taken = takePeople(words, place);
  if ("problem" in taken) return taken;
  const { named, rest } = taken;
  const [whole, amount, unit = ""] = duration.exec(rest) ?? [];
  const minutes = amount ? Number(amount) * (/^h/i.test(unit) ? 60 : 1) : usualMinutes;
  if (minutes < 1 || minutes > longestMinutes) return { problem: "An event lasts at most 24 hours here." };
  const found = splitWhen(whole ? rest.slice(0, -whole.length) : rest, place.now);
  if (!found) return { problem: "Say when it starts: /event Standup tomorrow at 10" };
  if ("problem" in found) return found;
  const { when } = found;
  const title = found.rest.replace(/[,\s]+$/, "");
  if (title === "") return { problem: "Write a title: /event Standup tomorrow at 10" };
  const guests = named.length > 0 ? ` with ${named.map((one) => sayPerson(one, place)).join(", ")}` : "";
  const time = when.time === null ? "all day" : `for ${counted(minutes, "minute")}`;
  return {
    says: `Creates the event “${title}”: ${sayWhen(when)}, ${time}${guests}`,
    async act() {
      const { id } = place;
      const end = new Date(Date.parse(`${when.day}T${when.time ?? "00:00"}Z`) + minutes * 60_000);
      const times =
        when.time === null
          ? { allDay: true, start: `${when.day}T00:00`, end: `${nextDay(when.day)}T00:00` }
          : { start: `${when.day}T${when.time}`, end: end.toISOString().slice(0, 16) };
      await call(eventRoutes.createEvent, {
        body: {
          ...{ id, title, ...times, zone: ownTimeZone() },
          invite: { personIds: named.map((person) => person.id) },
        },
      });
      return {
        text: `Created the event “${title}”: ${sayWhen(when)}${guests}.`,
        link: { href: eventLink(id), label: "Open event" },
        actions: [
          undo("The event is deleted.", () =>
            call(eventRoutes.deleteEvent, {
              params: { eventId: id },
              body: { changeId: uuidv7(), version: 1 },
            }),
          ),
        ],
      };
    },
  };
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00Z`) + 24 * 3600_000).toISOString().slice(0, 10);
}

const quoted = /["“”„]([^"“”„]*)["“”„]/g;

function poll(words: string, { channelId, parentId, id }: CommandPlace): Understood {
  const [question = "", ...options] = [...words.matchAll(quoted)].map(([, text = ""]) => text.trim());
  const choices = new Set(words.replace(quoted, " ").toLowerCase().split(/\s+/).filter(Boolean));
  const unknown = [...choices].filter((word) => word !== "multiple" && word !== "anonymous");
  const example = '/poll "Lunch on Friday?" "Pizza" "Salad"';
  if (question === "" || options.length < minPollOptions || options.includes(""))
    return { problem: `Put the question and at least two answers in quotation marks: ${example}` };
  if (unknown.length > 0)
    return { problem: `Not understood: ${unknown.join(" ")}. Use ${example} multiple anonymous` };
  if (options.length > maxPollOptions) return { problem: `A poll has at most ${maxPollOptions} answers.` };
  if (new Set(options).size < options.length) return { problem: "Two answers are the same." };
  const [isMultiple, isAnonymous] = [choices.has("multiple"), choices.has("anonymous")];
  return {
    says: `Asks here: “${question}” ${options.join(" · ")}. ${isMultiple ? "Several answers" : "One answer"} each, ${isAnonymous ? "anonymous" : "with names"}.`,
    async act() {
      const body = { id, question, options, isMultiple, isAnonymous, parentId };
      await call(pollRoutes.createPoll, { params: { channelId }, body });
      return { text: "The poll is sent. You can close it there." };
    },
  };
}

function topic(words: string, { channelId, channel }: CommandPlace): Understood {
  const before = channel?.topic ?? "";
  if (words === "")
    return {
      says: "Shows the topic",
      act: async () => ({
        text:
          before === "" ? "This channel has no topic. Write one after /topic." : `The topic is: ${before}`,
      }),
    };
  const put = (next: string, seen: string) =>
    call(chatRoutes.updateChannel, { params: { channelId }, body: { topic: next, seen: { topic: seen } } });
  return {
    says: `Sets the topic to “${words}”`,
    async act() {
      await put(words, before);
      return {
        text: `The topic is now “${words}”.`,
        actions: [
          undo(before === "" ? "The topic is removed." : `The topic is “${before}” again.`, () =>
            put(before, words),
          ),
        ],
      };
    },
  };
}

function invite(words: string, place: CommandPlace): Understood {
  const taken = takePeople(words, place);
  if ("problem" in taken) return taken;
  const { named, rest } = taken;
  if (named.length === 0 || rest !== "")
    return { problem: "Name people after an @, and choose them from the list: /invite @Ada" };
  const { channelId } = place;
  const names = named.map((one) => sayPerson(one, place)).join(", ");
  return {
    says: `Adds ${names} to this channel`,
    async act() {
      const done: string[] = [];
      const refused: string[] = [];
      for (const person of named)
        try {
          await call(chatRoutes.addMember, { params: { channelId, personId: person.id } });
          done.push(sayPerson(person, place));
        } catch (error) {
          refused.push(`${sayPerson(person, place)}: ${errorMessage(error)}`);
        }
      if (done.length === 0) return { isError: true, text: refused.join(" ") };
      const added = `${done.join(", ")} ${done.length === 1 ? "is" : "are"} in this channel now.`;
      return { text: [added, ...refused].join(" ") };
    },
  };
}

function away(words: string, { signedIn }: CommandPlace): Understood {
  if (words !== "") return { problem: "/away takes no words. Use it again to come back." };
  const presence = presenceOf(signedIn);
  const before = presence.own() ?? "online";
  const next = before === "away" ? "online" : "away";
  const says = { away: "You are away. Use /away again to come back.", online: "You are back." };
  return {
    says: next === "away" ? "Sets your status to away" : "Sets your status to online",
    async act() {
      await presence.choose(next);
      return {
        text: says[next],
        actions: [undo("Your status is as it was.", () => presence.choose(before))],
      };
    },
  };
}

function ask(words: string, { id }: CommandPlace): Understood {
  if (words === "") return { problem: "Write a question: /ask When is the office closed?" };
  return {
    says: "Asks AI. Only you see the answer.",
    async act() {
      const { turn } = await call(askAiRoutes.askQuestion, {
        params: { conversationId: id },
        body: { id, question: words },
      });
      const count = turn.passages.length;
      return {
        text:
          count === 0
            ? `Nothing that you can read answers “${words}”.`
            : `${counted(count, "passage")} found for “${words}”.`,
        link: { href: `/ask-ai?conversation=${id}`, label: "Open answer" },
      };
    },
  };
}
