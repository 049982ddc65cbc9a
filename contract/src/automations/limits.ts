/** The whole company can have this many automations. */
export const maxAutomations = 2_000;
/** An automation has at most this many actions. */
export const maxActions = 5;
export const maxActionText = 5_000;
export const maxAutomationName = 80;
/** The days that a request for approval can wait. */
export const maxApprovalDays = 90;
export const maxApprovalReason = 1_000;
/** The requests for approval of an automation that can be open. */
export const maxOpenApprovals = 200;
/** The people that a request for approval can ask. */
export const maxApprovers = 20;
/** People who are assigned in turn, or notified. */
export const maxInTurn = 50;
/** An automation that was started by this many others is the last one. */
export const maxDepth = 3;
/** An automation that runs more often is switched off. */
export const maxRunsAMinute = 240;
/** Times of a pattern are at least this far apart. */
export const shortestPauseMinutes = 5;
/** The log keeps runs for this long. */
export const automationLogDays = 30;

/** Where an automation looks for what happens. */
export const automationPlaces = ["channel", "department", "section"] as const;
export type AutomationPlaceKind = (typeof automationPlaces)[number];

/** The triggers of each kind of place, in words. */
export const triggersOfPlace = {
  channel: { "message.posted": "A message is posted", schedule: "At a time", cron: "At times of a pattern" },
  department: {
    "task.created": "A task is created",
    "task.status": "A task changes its status",
    "task.due": "A task is due",
    "question.asked": "A question is asked",
    "question.unanswered": "A question has no accepted answer",
    "idea.created": "An idea is posted",
    "idea.status": "An idea changes its status",
    schedule: "At a time",
    cron: "At times of a pattern",
  },
  section: {
    "card.created": "A card is created",
    "card.stage": "A card changes its stage",
    schedule: "At a time",
    cron: "At times of a pattern",
  },
} as const satisfies Record<AutomationPlaceKind, Record<string, string>>;

export type TriggerKind = {
  [Kind in AutomationPlaceKind]: keyof (typeof triggersOfPlace)[Kind];
}[AutomationPlaceKind];

/** The subject of a trigger. */
export const subjectOfTrigger: Readonly<
  Record<TriggerKind, "message" | "task" | "card" | "question" | "idea" | null>
> = {
  "message.posted": "message",
  "task.created": "task",
  "task.status": "task",
  "task.due": "task",
  "question.asked": "question",
  "question.unanswered": "question",
  "idea.created": "idea",
  "idea.status": "idea",
  "card.created": "card",
  "card.stage": "card",
  schedule: null,
  cron: null,
};

/** The conditions that a subject has. */
export const conditionsOfSubject = {
  message: [],
  task: ["priorities", "assignees", "tags", "text"],
  card: ["ownerId", "stage", "text"],
  question: ["text"],
  idea: ["text"],
} as const;

/** The values that texts can name, by what started the automation. */
export const placeholders = {
  message: { "message.text": "Its text", "message.author": "Its author", "message.link": "A link to it" },
  task: {
    "task.title": "Its title",
    "task.link": "Its title as a link",
    "task.assignee": "Its assignee",
    "task.creator": "Its creator",
    "task.due": "Its due date",
    "task.status": "Its status",
  },
  card: {
    "card.title": "Its title",
    "card.link": "Its title as a link",
    "card.owner": "Its owner",
    "card.stage": "Its stage",
  },
  question: {
    "question.title": "Its title",
    "question.link": "Its title as a link",
    "question.author": "The person who asked it",
  },
  idea: {
    "idea.title": "Its title",
    "idea.link": "Its title as a link",
    "idea.author": "Its author",
    "idea.status": "Its status",
  },
  any: { today: "Today's date", "place.name": "The name of the place" },
  approval: { "approval.by": "The people who decided", "approval.reason": "Their reasons" },
} as const satisfies Record<string, Record<string, string>>;

/** Returns the values that texts of a trigger can name. */
export function placeholdersOf(kind: TriggerKind): Readonly<Record<string, string>> {
  const subject = subjectOfTrigger[kind];
  return { ...(subject && placeholders[subject]), ...placeholders.any, ...placeholders.approval };
}

export const stopReasons = ["access_ended", "right_lost", "too_many_runs"] as const;
