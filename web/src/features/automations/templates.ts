import type { AutomationPlaceKind } from "@atoll/contract/automations/limits";
import type { Trigger } from "@atoll/contract/automations/schemas";
import type { TaskPriority } from "@atoll/contract/tasks/limits";

/** A start for a new automation. Its action is chosen by `does`, and filled in by the person. */
export interface Template {
  name: string;
  place: AutomationPlaceKind;
  trigger: (zone: string) => Trigger;
  /** The priorities of tasks. */
  priorities?: TaskPriority[];
  does: "message.post" | "people.notify" | "task.create" | "task.set";
  text: string;
}

/** The templates, in the order in which people see them. */
export const templates = {
  announce: {
    name: "Post new tasks in a channel",
    place: "department",
    trigger: () => ({ kind: "task.created" }),
    does: "message.post",
    text: "New task: {{task.link}}",
  },
  finished: {
    name: "Post finished tasks in a channel",
    place: "department",
    trigger: () => ({ kind: "task.status", to: "done" }),
    does: "message.post",
    text: "Done: {{task.link}}",
  },
  turn: {
    name: "Assign new tasks in turn",
    place: "department",
    trigger: () => ({ kind: "task.created" }),
    does: "task.set",
    text: "",
  },
  urgent: {
    name: "Notify people of urgent tasks",
    place: "department",
    trigger: () => ({ kind: "task.created" }),
    priorities: ["urgent"],
    does: "people.notify",
    text: "Urgent: {{task.title}}",
  },
  review: {
    name: "Notify people when a task is in review",
    place: "department",
    trigger: () => ({ kind: "task.status", to: "in_review" }),
    does: "people.notify",
    text: "To review: {{task.title}}",
  },
  due: {
    name: "Post tasks that are due today",
    place: "department",
    trigger: (zone) => ({ kind: "task.due", days: 0, time: "09:00", zone }),
    does: "message.post",
    text: "Due today: {{task.link}}, {{task.assignee}}",
  },
  overdue: {
    name: "Notify people of tasks a day overdue",
    place: "department",
    trigger: (zone) => ({ kind: "task.due", days: -1, time: "09:00", zone }),
    does: "people.notify",
    text: "Overdue: {{task.title}}",
  },
  unanswered: {
    name: "Post questions without an accepted answer",
    place: "department",
    trigger: (zone) => ({ kind: "question.unanswered", days: 3, time: "09:00", zone }),
    does: "message.post",
    text: "Who knows this? {{question.link}}",
  },
  weekly: {
    name: "Remind a channel every Monday",
    place: "channel",
    trigger: (zone) => ({ kind: "schedule", every: "week", weekdays: [1], day: 1, time: "09:00", zone }),
    does: "message.post",
    text: "Good morning! What do you plan this week?",
  },
  word: {
    name: "Create a task for messages with a word",
    place: "channel",
    trigger: () => ({ kind: "message.posted", text: "todo" }),
    does: "task.create",
    text: "{{message.text}}",
  },
  card: {
    name: "Post new cards in a channel",
    place: "section",
    trigger: () => ({ kind: "card.created" }),
    does: "message.post",
    text: "New card: {{card.link}}",
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;
