import { eventRoutes } from "@atoll/contract/calendar/routes";
import { messageLink } from "@atoll/contract/chat/message-link";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { draftLink } from "@atoll/contract/knowledge/links";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { taskPriorities, taskStatuses } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { commentedKinds, defineTool, requestIdInput } from "./tool.ts";

// The routes check every length and every right. These schemas describe the input for a language model.

const markdown = (what: string) => z.string().min(1).max(100_000).describe(`${what}, in Markdown`);

export const sendMessageTool = defineTool({
  input: {
    channelId: z.uuid().optional().describe("The channel or direct chat. Or else give personId."),
    personId: z.uuid().optional().describe("The colleague to write a direct message to"),
    parentId: z.uuid().optional().describe("The message whose thread to reply in"),
    text: markdown("The message"),
    requestId: requestIdInput,
  },
  run: async ({ channelId, personId, parentId, text, requestId = uuidv7() }, { call, link }) => {
    if ((channelId === undefined) === (personId === undefined))
      return { refused: "Give either channelId or personId." };
    const toId =
      channelId ??
      (await call(chatRoutes.openDirectChannel, { params: { personId: personId ?? "" } })).channel.id;
    const { message } = await call(chatRoutes.postMessage, {
      params: { channelId: toId },
      body: { id: requestId, content: text, parentId: parentId ?? null },
    });
    return { id: message.id, link: link(messageLink(message.channelId, message)) };
  },
});

const dueInput = z.iso.date().nullable().optional().describe("The day on which it is due, or null for none");

export const createTaskTool = defineTool({
  input: {
    title: z.string().min(1).max(500),
    description: z.string().max(100_000).default("").describe("In Markdown"),
    priority: z.enum(taskPriorities).default("medium"),
    dueDate: dueInput,
    assigneeId: z.uuid().optional(),
    departmentId: z.uuid().optional(),
    parentId: z.uuid().optional().describe("The task that this is a part of"),
    tags: z.array(z.string().max(100)).max(20).default([]),
    requestId: requestIdInput,
  },
  run: async ({ requestId = uuidv7(), dueDate, ...task }, { call, link }) => {
    const made = await call(taskRoutes.createTask, {
      body: { ...task, id: requestId, due: dueDate ? { date: dueDate } : null },
    });
    return { id: made.task.id, title: made.task.title, link: link(`/tasks?task=${made.task.id}`) };
  },
});

export const changeTaskTool = defineTool({
  input: {
    id: z.uuid(),
    title: z.string().min(1).max(500).optional(),
    description: z.string().max(100_000).optional().describe("Replaces the whole text. In Markdown."),
    descriptionVersion: z
      .int()
      .min(1)
      .optional()
      .describe("Goes with the description: the version that read returned"),
    status: z.enum(taskStatuses).optional(),
    priority: z.enum(taskPriorities).optional(),
    dueDate: dueInput,
    assigneeId: z.uuid().nullable().optional().describe("Null for nobody"),
    requestId: requestIdInput,
  },
  run: async (
    { id, requestId = uuidv7(), description, descriptionVersion, dueDate, ...set },
    { call, link },
  ) => {
    if (description !== undefined && descriptionVersion === undefined)
      return { refused: "Read the task first, and give its descriptionVersion with the new description." };
    const { task } = await call(taskRoutes.changeTask, {
      params: { taskId: id },
      body: {
        ...set,
        changeId: requestId,
        ...(dueDate === undefined ? {} : { due: dueDate === null ? null : { date: dueDate } }),
        ...(description === undefined || descriptionVersion === undefined
          ? {}
          : { description: { text: description, version: descriptionVersion } }),
      },
    });
    // Null: the change took the task from those who may read it.
    return task ? { id, title: task.title, status: task.status, link: link(`/tasks?task=${id}`) } : { id };
  },
});

export const commentTool = defineTool({
  input: {
    kind: z.enum(commentedKinds),
    id: z.uuid(),
    text: markdown("The comment"),
    requestId: requestIdInput,
  },
  run: async ({ kind, id, text, requestId = uuidv7() }, { call }) => {
    const { comment } = await call(commentRoutes.postComment, {
      params: { kind, subjectId: id },
      body: { id: requestId, content: text },
    });
    return { id: comment.id, on: { kind, id } };
  },
});

const wall = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  .describe("In the zone, such as 2026-03-02T14:30");

export const createEventTool = defineTool({
  input: {
    title: z.string().min(1).max(500),
    start: wall,
    end: wall,
    zone: z.string().max(64).describe("An IANA time zone, such as Europe/Berlin"),
    allDay: z
      .boolean()
      .default(false)
      .describe("From 00:00 of the first day to 00:00 of the day after the last"),
    description: z.string().max(100_000).default("").describe("In Markdown"),
    location: z.string().max(500).default(""),
    personIds: z.array(z.uuid()).max(100).default([]).describe("The colleagues to invite"),
    requestId: requestIdInput,
  },
  run: async ({ requestId = uuidv7(), personIds, ...event }, { call, link }) => {
    const made = await call(eventRoutes.createEvent, {
      body: { ...event, id: requestId, invite: { personIds } },
    });
    return { id: made.event.id, title: made.event.title, link: link(`/calendar?event=${made.event.id}`) };
  },
});

export const draftArticleTool = defineTool({
  input: {
    title: z.string().min(1).max(300),
    text: markdown("The article"),
    summary: z.string().max(1000).default(""),
    parentId: z.uuid().optional().describe("The article that it goes below"),
    requestId: requestIdInput,
  },
  run: async ({ requestId = uuidv7(), text, parentId, ...article }, { call, link }) => {
    const made = await call(knowledgeRoutes.createArticle, {
      body: { ...article, kind: "article", id: requestId, body: text, parentId: parentId ?? null },
    });
    return { id: made.article.id, title: made.article.title, link: link(draftLink(made.article.id)) };
  },
});
