import { subjectOfTrigger, type TriggerKind } from "@atoll/contract/automations/limits";
import {
  type Action,
  type Automation,
  actionSchema,
  type Conditions,
  newAutomationSchema,
  type Trigger,
  triggerSchema,
} from "@atoll/contract/automations/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { type TaskPriority, type TaskStatus, taskPriorities } from "@atoll/contract/tasks/limits";
import { z } from "zod";
import { ownTimeZone } from "../../lib/time/wall-time.ts";
import type { Place } from "./api.ts";
import type { TemplateName } from "./templates.ts";

/** A place as a form holds it: by its ID, with a name for people. */
export interface ChosenPlace {
  kind: Place["kind"];
  id: string;
  name: string;
  /** It does not exist any more, or the viewer cannot see it. */
  isGone?: true;
}

/** An action as a form holds it. Each kind uses some of the fields, so that another kind keeps the words. */
export interface ActionDraft {
  do: Action["do"];
  title: string;
  text: string;
  place: ChosenPlace | null;
  people: Person[];
  status: TaskStatus | null;
  priority: TaskPriority | null;
  dueInDays: string;
  webhookId: string | null;
  needs: "one" | "all";
  days: string;
  /** Done if the request for approval before it was declined. */
  isForDecline: boolean;
}

/** The conditions as a form holds them. */
export interface ConditionsDraft {
  priorities: TaskPriority[];
  people: Person[];
  isUnassigned: boolean;
  tags: string;
  words: string;
  stage: string;
}

/** The parts of an automation as a form holds them. */
export interface PartsDraft extends ConditionsDraft {
  name: string;
  /** The place and the template are chosen for a new automation only. */
  place: Place | null;
  template: TemplateName;
  /** One trigger. A list is one field of a form, whose parts two people do not mix. */
  trigger: [Trigger];
  actions: ActionDraft[];
}

export const emptyAction: ActionDraft = {
  ...{ do: "message.post", title: "", text: "", place: null, people: [] },
  ...{ status: null, priority: null, dueInDays: "", webhookId: null, needs: "one", days: "7" },
  isForDecline: false,
};

export const noConditions: ConditionsDraft = {
  ...{ priorities: [], people: [], isUnassigned: false, tags: "", words: "", stage: "" },
};

export const actionNames: Readonly<Record<Action["do"], string>> = {
  "message.post": "Post a message",
  "people.notify": "Notify people",
  "task.create": "Create a task",
  "task.set": "Change the task",
  "card.create": "Create a card",
  "idea.create": "Post an idea",
  "webhook.call": "Send it to a webhook",
  "approval.ask": "Ask for approval",
};

/** The actions that a trigger can have. */
export function actionsOf(kind: TriggerKind): Action["do"][] {
  const all = Object.keys(actionNames) as Action["do"][];
  return subjectOfTrigger[kind] === "task" ? all : all.filter((one) => one !== "task.set");
}

export const priorityNames: Readonly<Record<TaskPriority, string>> = {
  ...{ urgent: "Urgent", high: "High", medium: "Medium", low: "Low" },
};

/** Returns a new trigger of a kind, as it is before anything is chosen. */
export function newTrigger(kind: TriggerKind): Trigger {
  const at = { time: "09:00", zone: ownTimeZone() };
  return triggerSchema.parse(
    kind === "schedule"
      ? { kind, every: "week", weekdays: [1], ...at }
      : { kind, days: kind === "question.unanswered" ? 3 : 0, pattern: "0 9 * * 1-5", ...at },
  );
}

type Names = Automation["names"];

function placeOf(kind: Place["kind"], id: string, names: Names): ChosenPlace {
  const name = names[id];
  if (name !== undefined) return { kind, id, name };
  return { kind, id, name: `A ${kind} that is gone or that you cannot see`, isGone: true };
}

function personOf(id: string, names: Names): Person {
  const name = names[id];
  const isFormer = name === undefined;
  return { id, name: name ?? "Former colleague", email: "", avatar: null, isFormer };
}

/** Returns the parts of an automation as a form holds them. */
export function draftOf({ name, place, trigger, conditions, actions, names }: Automation): PartsDraft {
  const { priorities = "", assignees = "", tags = "", ownerId, stage = "", text = "" } = conditions;
  const ids = [...assignees.split(","), ownerId ?? ""].filter((id) => id !== "" && id !== "none");
  return {
    ...{ name, trigger: [trigger], template: "announce" },
    place: place.name === null ? null : { ...place, name: place.name },
    priorities: taskPriorities.filter((one) => priorities.split(",").includes(one)),
    people: ids.map((id) => personOf(id, names)),
    isUnassigned: assignees.split(",").includes("none"),
    ...{ tags: tags.split(",").join(", "), words: text, stage },
    actions: actions.map((action) => actionDraftOf(action, names)),
  };
}

function actionDraftOf(action: Action, names: Names): ActionDraft {
  const people = (ids: string[]) => ids.map((id) => personOf(id, names));
  const draft = { ...emptyAction, do: action.do, isForDecline: action.when === "declined" };
  switch (action.do) {
    case "message.post":
      return { ...draft, text: action.text, place: placeOf("channel", action.channelId, names) };
    case "people.notify":
      return { ...draft, text: action.text, people: people(action.personIds) };
    case "approval.ask":
      return {
        ...{ ...draft, text: action.text, people: people(action.personIds) },
        ...{ needs: action.needs, days: String(action.days) },
      };
    case "card.create":
      return {
        ...{ ...draft, title: action.title, text: action.body },
        place: placeOf("section", action.sectionId, names),
      };
    case "webhook.call":
      return { ...draft, webhookId: action.webhookId };
    case "idea.create":
      return {
        ...{ ...draft, title: action.title, text: action.text },
        place: action.departmentId === null ? null : placeOf("department", action.departmentId, names),
      };
    case "task.set":
      return {
        ...{ ...draft, status: action.status, priority: action.priority },
        people: people(action.assigneeIds),
      };
    case "task.create":
      return {
        ...{ ...draft, title: action.title, text: action.description, priority: action.priority },
        people: people(action.assigneeIds),
        dueInDays: action.dueInDays === null ? "" : String(action.dueInDays),
        place: action.departmentId === null ? null : placeOf("department", action.departmentId, names),
      };
  }
}

/** Returns an action for the server, with empty IDs for what is not chosen. */
function actionOf(draft: ActionDraft): z.input<typeof actionSchema> {
  return { ...workOf(draft), ...(draft.isForDecline && { when: "declined" }) };
}

function workOf(draft: ActionDraft): z.input<typeof actionSchema> {
  const ids = draft.people.map(({ id }) => id);
  const id = draft.place?.id ?? "";
  switch (draft.do) {
    case "message.post":
      return { do: draft.do, channelId: id, text: draft.text };
    case "people.notify":
      return { do: draft.do, personIds: ids, text: draft.text };
    case "approval.ask":
      return {
        ...{ do: draft.do, personIds: ids, text: draft.text },
        ...{ needs: draft.needs, days: Number(draft.days) },
      };
    case "card.create":
      return { do: draft.do, sectionId: id, title: draft.title, body: draft.text };
    case "webhook.call":
      return { do: draft.do, webhookId: draft.webhookId ?? "" };
    case "idea.create":
      return { do: draft.do, title: draft.title, text: draft.text, departmentId: draft.place?.id ?? null };
    case "task.set":
      return { do: draft.do, status: draft.status, priority: draft.priority, assigneeIds: ids };
    case "task.create":
      return {
        ...{
          do: draft.do,
          title: draft.title,
          description: draft.text,
          departmentId: draft.place?.id ?? null,
        },
        ...{ priority: draft.priority ?? "medium", assigneeIds: ids },
        dueInDays: draft.dueInDays.trim() === "" ? null : Number(draft.dueInDays),
      };
  }
}

/** Returns what is wrong with an action, or undefined. */
function refusalOf(draft: ActionDraft): string | undefined {
  if (draft.do === "message.post" && !draft.place) return "Choose a channel";
  if (draft.do === "card.create" && !draft.place) return "Choose a section";
  if (draft.do === "webhook.call" && !draft.webhookId) return "Choose a webhook";
  if (draft.do === "task.create" && !/^\s*\d{0,3}\s*$/.test(draft.dueInDays))
    return "Enter the days as a number from 0 to 365";
  return actionSchema.safeParse(actionOf(draft)).error?.issues[0]?.message;
}

/** Checks the parts of a form, and returns them for the server. */
export const partsSchema = z
  .object({
    name: newAutomationSchema.shape.name,
    place: z.custom<Place | null>(),
    template: z.custom<TemplateName>(),
    trigger: z.custom<[Trigger]>(),
    actions: z.custom<ActionDraft[]>(),
    priorities: z.custom<TaskPriority[]>(),
    people: z.custom<Person[]>(),
    isUnassigned: z.boolean(),
    tags: z.string(),
    words: z.string().trim().max(100, "Use at most 100 characters"),
    stage: z.string(),
  })
  .superRefine(({ trigger, actions }, { addIssue }) => {
    const refusedTrigger = triggerSchema.safeParse(trigger[0]).error?.issues[0]?.message;
    if (refusedTrigger) addIssue({ code: "custom", path: ["trigger"], message: refusedTrigger });
    if (actions.length === 0) addIssue({ code: "custom", path: ["actions"], message: "Add an action" });
    for (const [index, action] of actions.entries()) {
      const isPossible = actionsOf(trigger[0].kind).includes(action.do);
      const isLost = action.isForDecline && !asksBefore(actions, index);
      const refused = isLost
        ? "Only an action after a request for approval can be for a decline"
        : isPossible
          ? refusalOf(action)
          : "Only a trigger of tasks has a task to change";
      const which = actions.length > 1 ? `Action ${index + 1}: ` : "";
      if (refused) addIssue({ code: "custom", path: ["actions"], message: which + refused });
    }
  });

/** Returns whether an action comes after a request for approval. */
export const asksBefore = (actions: readonly ActionDraft[], index: number) =>
  actions.slice(0, index).some((one) => one.do === "approval.ask");

/** Returns the parts of a form for the server. */
export function partsOf({
  name,
  trigger: [trigger],
  actions,
  ...conditions
}: Omit<PartsDraft, "place" | "template">) {
  return {
    ...{ name, trigger, conditions: conditionsOf(trigger.kind, conditions) },
    actions: actions.map(actionOf),
  };
}

/** Returns the conditions that the subject of a trigger has. Those of another one are left out. */
function conditionsOf(kind: TriggerKind, draft: ConditionsDraft): Conditions {
  const subject = subjectOfTrigger[kind];
  const { priorities, people, isUnassigned, stage } = draft;
  const ids = people.map(({ id }) => id);
  const tags = draft.tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")
    .join(",");
  const text = draft.words.trim();
  const all: Record<string, string | undefined> =
    subject === "task"
      ? {
          priorities: priorities.join(","),
          assignees: [...ids, ...(isUnassigned ? ["none"] : [])].join(","),
          tags,
          text,
        }
      : subject === "card"
        ? { ownerId: ids[0], stage, text }
        : subject === "question" || subject === "idea"
          ? { text }
          : {};
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value));
}
