import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import type { AnswerEvent, Turn } from "@atoll/contract/ask-ai/schemas";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { messageLink } from "@atoll/contract/chat/recent-activity";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { searchKinds, searchOrders } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import { taskStatuses } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { beginningOf, commentedKinds, cursorInput, defineTool, nameOf, type ToolContext } from "./tool.ts";

const maxPassages = 12;

export const searchTool = defineTool({
  input: {
    query: z.string().min(1).max(1000).describe("Words, as a person would type them"),
    kind: z.enum(searchKinds).optional().describe("Only things of this kind"),
    since: z.iso.date().optional(),
    until: z.iso.date().optional(),
    order: z.enum(searchOrders).default("best"),
    limit: z.int().min(1).max(20).default(10),
    cursor: cursorInput,
  },
  run: async (query, { call, link }) => {
    const { items, nextCursor } = await call(searchRoutes.searchEverywhere, { query });
    return { items: items.map((hit) => presentHit(hit, link)), nextCursor };
  },
});

function presentHit({ kind, id, title, text, at, person, link: path }: Hit, link: ToolContext["link"]) {
  return { kind, id, title: title.text, text: text.text, at, author: nameOf(person), link: link(path) };
}

export const readCommentsTool = defineTool({
  input: {
    kind: z.enum(commentedKinds),
    id: z.uuid(),
    limit: z.int().min(1).max(30).default(20),
    cursor: cursorInput,
  },
  run: async ({ kind, id, limit, cursor }, { call }) => {
    const { items, nextCursor, total } = await call(commentRoutes.listComments, {
      params: { kind, subjectId: id },
      query: { limit, cursor },
    });
    return {
      total,
      items: items.map((comment) => ({
        ...{ id: comment.id, author: comment.author.name, at: comment.createdAt },
        text: beginningOf(comment.content),
      })),
      nextCursor,
    };
  },
});

export const listTasksTool = defineTool({
  input: {
    statuses: z
      .array(z.enum(taskStatuses))
      .max(taskStatuses.length)
      .default(["todo", "in_progress", "in_review"]),
    dueTo: z.iso.date().optional().describe("Due on this day or earlier"),
    limit: z.int().min(1).max(50).default(20),
    cursor: cursorInput,
  },
  run: async ({ statuses, ...query }, { call, link }) => {
    const { items, nextCursor } = await call(taskRoutes.listTasks, {
      query: { ...query, statuses: statuses.join(","), scope: "assigned", sort: "due", parents: "all" },
    });
    return {
      items: items.map((task) => ({
        ...{ id: task.id, title: task.title, status: task.status, priority: task.priority },
        due: task.due?.date ?? null,
        link: link(`/tasks?task=${task.id}`),
      })),
      nextCursor,
    };
  },
});

export const listCalendarTool = defineTool({
  input: {
    from: z.iso.datetime().describe("Such as 2026-03-02T00:00:00Z"),
    until: z.iso.datetime(),
    zone: z.string().max(64).default("UTC").describe("An IANA time zone, such as Europe/Berlin"),
    limit: z.int().min(1).max(100).default(50),
    cursor: cursorInput,
  },
  run: async (query, { call, link }) => {
    const { items, events, nextCursor } = await call(eventRoutes.listEvents, { query });
    const byId = new Map(events.map((event) => [event.id, event]));
    return {
      items: items.map((item) => {
        const event = byId.get(item.eventId);
        return {
          ...{ id: item.eventId, title: item.title ?? event?.title ?? "" },
          location: item.location ?? event?.location ?? "",
          ...{ startsAt: item.startsAt, endsAt: item.endsAt, allDay: event?.allDay ?? false },
          organiser: nameOf(event?.organiser),
          link: link(`/calendar?event=${item.eventId}`),
        };
      }),
      nextCursor,
    };
  },
});

const channelPageSize = 100;

export const listChannelsTool = defineTool({
  input: { cursor: cursorInput },
  run: async ({ cursor }, { call, link }) => {
    const { channels } = await call(chatRoutes.listChannels, { query: {} });
    const from = Math.max(0, channels.findIndex(({ id }) => id === cursor) + 1);
    const page = channels.slice(from, from + channelPageSize);
    return {
      items: page.map((channel) => ({
        ...{ id: channel.id, type: channel.type, topic: channel.topic, canPost: channel.canPost },
        name: channel.name || channel.peers.map(({ name }) => name).join(", "),
        link: link(messageLink(channel.id)),
      })),
      nextCursor: from + page.length < channels.length ? (page.at(-1)?.id ?? null) : null,
    };
  },
});

export const findPeopleTool = defineTool({
  input: { name: z.string().min(1).max(100), limit: z.int().min(1).max(20).default(10) },
  run: async (query, { call, link }) => {
    const { people } = await call(peopleRoutes.searchPeople, { query });
    return { items: people.map(({ id, name }) => ({ id, name, link: link(`/colleagues/${id}`) })) };
  },
});

export const askTool = defineTool({
  input: { question: z.string().min(1).max(2000) },
  run: async ({ question }, { call, link }) => {
    const conversationId = uuidv7();
    const asked = await call(askAiRoutes.askQuestion, {
      params: { conversationId },
      body: { id: uuidv7(), question },
    });
    const turn =
      asked.turn.answer?.state === "wanted"
        ? lastTurnOf(
            await call(askAiRoutes.writeAnswer, { params: { conversationId, turnId: asked.turn.id } }),
            asked.turn,
          )
        : asked.turn;
    return {
      answer: turn.answer?.state === "complete" && !turn.answer.isWithheld ? turn.answer.text : null,
      /** The answer cites them by their place in this list, as `[1]`. */
      passages: turn.passages.slice(0, maxPassages).map((hit) => presentHit(hit, link)),
      isWeak: turn.isWeak,
      link: link(`/ask-ai?conversation=${conversationId}`),
    };
  },
});

/** Returns the finished question of a stream of events, or else as it was asked. */
function lastTurnOf(stream: string, asked: Turn): Turn {
  const events = stream
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6)) as AnswerEvent] : []));
  const last = events.at(-1);
  return last?.kind === "turn" ? last.turn : asked;
}
