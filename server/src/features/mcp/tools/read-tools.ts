import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import type { AnswerEvent, Turn } from "@atoll/contract/ask-ai/schemas";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { messageLink } from "@atoll/contract/chat/message-link";
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
import { RefusedCall } from "../../../platform/http/inner-calls.ts";
import {
  beginningOf,
  commentedKinds,
  cursorInput,
  defineTool,
  nameOf,
  requestIdInput,
  type ToolContext,
} from "./tool.ts";

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

function presentHit(
  { kind, id, title, text, at, person, link: path, detail }: Hit,
  link: ToolContext["link"],
) {
  return {
    ...{ kind, id, title: title.text, text: text.text, at, author: nameOf(person), link: link(path) },
    // To answer a message in its thread, and to read what a comment is about.
    ...(detail.kind === "message" && { channelId: detail.channel.id, parentId: detail.parentId }),
    ...("subject" in detail && { subject: detail.subject }),
  };
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
    const place = channels.findIndex(({ id }) => id === cursor);
    // From the first one again, a program would never end.
    if (cursor !== undefined && place < 0)
      return { refused: "The list has changed. Start without a cursor." };
    const from = place + 1;
    const page = channels.slice(from, from + channelPageSize);
    return {
      items: page.map((channel) => ({
        ...{ id: channel.id, type: channel.type, topic: channel.topic, canPost: channel.canPost },
        // A direct chat has a name that only the server uses.
        name: channel.type === "DIRECT" ? channel.peers.map(({ name }) => name).join(", ") : channel.name,
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

/** Proxies end a request that says nothing for a minute. */
const longestAnswerMs = 45_000;

export const askTool = defineTool({
  input: { question: z.string().min(1).max(2000), requestId: requestIdInput },
  run: async ({ question, requestId = uuidv7() }, context) => {
    const { turn: asked } = await context.call(askAiRoutes.askQuestion, {
      params: { conversationId: requestId },
      body: { id: requestId, question },
    });
    const { turn, reason } =
      asked.answer?.state === "wanted"
        ? await writeAnswer(context, requestId, asked)
        : { turn: asked, reason: null };
    const isAnswered = turn.answer?.state === "complete" && !turn.answer.isWithheld;
    return {
      answer: isAnswered ? turn.answer?.text : null,
      /** Why the language model wrote none, if there is one. */
      reason: isAnswered ? null : reason,
      /** The answer cites them by their place in this list, as `[1]`. */
      passages: turn.passages.slice(0, maxPassages).map((hit) => presentHit(hit, context.link)),
      isWeak: turn.isWeak,
      link: context.link(`/ask-ai?conversation=${requestId}`),
    };
  },
});

/** Has the answer written. The passages are worth returning without one. */
async function writeAnswer(
  { call }: ToolContext,
  conversationId: string,
  asked: Turn,
): Promise<{ turn: Turn; reason: string | null }> {
  const patience = AbortSignal.timeout(longestAnswerMs);
  try {
    const params = { conversationId, turnId: asked.id };
    return {
      turn: lastTurnOf(await call(askAiRoutes.writeAnswer, { params }, patience), asked),
      reason: null,
    };
  } catch (error) {
    if (error instanceof RefusedCall) return { turn: asked, reason: `${error.code}: ${error.message}` };
    if (patience.aborted) return { turn: asked, reason: "The answer took too long." };
    throw error;
  }
}

/** Returns the finished question of a stream of events, or else as it was asked. */
function lastTurnOf(stream: string, asked: Turn): Turn {
  const events = stream
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6)) as AnswerEvent] : []));
  const last = events.at(-1);
  return last?.kind === "turn" ? last.turn : asked;
}
