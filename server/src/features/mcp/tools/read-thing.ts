import { announcementRoutes } from "@atoll/contract/announcements/routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { messageLink } from "@atoll/contract/chat/message-link";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { articleLink } from "@atoll/contract/knowledge/links";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { z } from "zod";
import { RefusedCall } from "../../../platform/http/inner-calls.ts";
import {
  beginningOf,
  commentedKinds,
  cursorInput,
  defineTool,
  nameOf,
  partOf,
  type ToolContext,
} from "./tool.ts";

/** A part of a thing: from a place in its text, or for a message the replies before a number. */
interface Part {
  id: string;
  offset: number;
  before: number | undefined;
}

const maxAnswers = 10;
const maxAttendees = 50;

const readKinds = ["message", ...commentedKinds] as const;

/** Reads one thing of any kind. */
export const readTool = defineTool({
  input: {
    kind: z.enum(readKinds),
    id: z.uuid().describe("The id that search or a list returned"),
    offset: z
      .int()
      .min(0)
      .max(10_000_000)
      .default(0)
      .describe("The nextOffset of the previous answer, for the next part of a long text"),
    cursor: cursorInput.describe("Messages only: the nextCursor of the previous answer, for older replies"),
  },
  run: ({ kind, id, offset, cursor }, context) => {
    const before = Number(cursor);
    return readers[kind](context, { id, offset, before: Number.isSafeInteger(before) ? before : undefined });
  },
});

type Reader = (context: ToolContext, part: Part) => Promise<unknown>;

const readers: Record<(typeof readKinds)[number], Reader> = {
  async message({ call, link }, { id, before }) {
    const { message, channel } = await call(chatRoutes.getMessage, { params: { messageId: id } });
    const rootId = message.parentId ?? message.id;
    const root =
      message.parentId === null
        ? null
        : (await call(chatRoutes.getMessage, { params: { messageId: message.parentId } })).message;
    const thread = await call(chatRoutes.listReplies, {
      params: { messageId: rootId },
      query: { limit: 20, ...(before === undefined ? {} : { before }) },
    });
    const present = (item: typeof message) => ({
      ...{ id: item.id, parentId: item.parentId, author: item.author.name, at: item.createdAt },
      text: beginningOf(item.content),
      link: link(messageLink(channel.id, item)),
    });
    return {
      kind: "message",
      channel: { id: channel.id, name: channel.name },
      message: present(message),
      /** The message that the thread answers, if this is a reply. */
      root: root && present(root),
      thread: thread.messages.map(present),
      nextCursor: thread.hasMore && thread.messages[0] ? String(thread.messages[0].seq) : null,
    };
  },
  async task({ call, link }, { id, offset }) {
    const { task } = await call(taskRoutes.getTask, { params: { taskId: id } });
    return {
      ...{ kind: "task", id: task.id, title: task.title, link: link(`/tasks?task=${task.id}`) },
      ...{ status: task.status, state: nameOf(task.state), priority: task.priority },
      due: task.due,
      assignee: task.assignee && { id: task.assignee.id, name: task.assignee.name },
      createdBy: task.createdBy.name,
      tags: task.tags,
      subtasks: task.subtaskList.slice(0, 50).map(({ id: part, title, status }) => ({
        ...{ id: part, title, status, link: link(`/tasks?task=${part}`) },
      })),
      commentCount: task.commentCount,
      /** For `change_task`. */
      descriptionVersion: task.descriptionVersion,
      ...partOf(task.description, offset),
    };
  },
  async event({ call, link }, { id, offset }) {
    const { event } = await call(eventRoutes.getEvent, { params: { eventId: id }, query: {} });
    const { occurrence } = event;
    return {
      ...{ kind: "event", id: event.id, link: link(`/calendar?event=${event.id}`) },
      title: occurrence.title ?? event.title,
      location: occurrence.location ?? event.location,
      ...{ start: occurrence.start, end: occurrence.end, zone: event.zone, allDay: event.allDay },
      rule: event.rule,
      organiser: nameOf(event.organiser),
      attendeeCount: event.attendeeCount,
      attendees: event.attendees.slice(0, maxAttendees).map(({ person, rsvp }) => ({
        name: person.name,
        answer: rsvp,
      })),
      ...partOf(event.occurrenceDescription ?? event.description, offset),
    };
  },
  async announcement({ call, link }, { id, offset }) {
    const { announcement } = await call(announcementRoutes.getAnnouncement, {
      params: { announcementId: id },
    });
    return {
      ...{ kind: "announcement", id: announcement.id, title: announcement.title },
      link: link(`/announcements/${announcement.id}`),
      ...{ status: announcement.status, priority: announcement.priority },
      author: announcement.author.name,
      publishedAt: announcement.publishedAt,
      ...partOf(announcement.content, offset),
    };
  },
  async article({ call, link }, { id, offset }) {
    const { article } = await call(knowledgeRoutes.getArticle, { params: { articleId: id } });
    return {
      ...{ kind: "article", id: article.id, title: article.title, link: link(articleLink(article)) },
      ...{ state: article.state, summary: article.summary, tags: article.tags },
      ...{ owner: article.owner.name, publishedAt: article.publishedAt, verifiedAt: article.verifiedAt },
      ...partOf(article.body, offset),
    };
  },
  async question({ call, link }, { id, offset }) {
    const { question } = await call(questionRoutes.getQuestion, { params: { questionId: id } });
    return {
      ...{ kind: "question", id: question.id, title: question.title },
      link: link(`/community-faqs/${question.id}`),
      author: nameOf(question.author),
      askedAt: question.createdAt,
      answerCount: question.answers.length,
      answers: question.answers.slice(0, maxAnswers).map((answer) => ({
        ...{ id: answer.id, author: answer.author.name, at: answer.createdAt },
        isAccepted: answer.accepted === "yes",
        text: beginningOf(answer.content),
      })),
      ...partOf(question.content, offset),
    };
  },
  async idea({ call, link }, { id, offset }) {
    const { idea } = await call(ideaRoutes.getIdea, { params: { ideaId: id } });
    return {
      ...{ kind: "idea", id: idea.id, title: idea.title, link: link(`/ideas/${idea.id}`) },
      ...{ status: idea.status, author: nameOf(idea.author), votes: idea.voteCount },
      reply: idea.replyText && beginningOf(idea.replyText),
      ...partOf(idea.text, offset),
    };
  },
  async card(context, { id, offset }) {
    const { card, type } = await context.call(cardRoutes.getCard, { params: { cardId: id } });
    const slug = await slugOf(context, type.departmentId);
    return {
      ...{ kind: "card", id: card.id, title: card.title, section: type.name },
      link: slug && context.link(`/${slug}/${type.slug}/${card.id}`),
      stage: type.stages.find((stage) => stage.id === card.stage)?.name ?? card.stage,
      ...{ owner: nameOf(card.owner), dueOn: card.dueOn, commentCount: card.commentCount },
      fields: card.data,
      ...partOf(card.body, offset),
    };
  },
};

/** Returns the first part of a department's address. Null without the scope to read departments. */
async function slugOf({ call }: ToolContext, departmentId: string): Promise<string | null> {
  try {
    const { departments } = await call(peopleRoutes.searchDepartments, { query: { ids: departmentId } });
    return departments[0]?.slug ?? null;
  } catch (error) {
    if (error instanceof RefusedCall) return null;
    throw error;
  }
}
