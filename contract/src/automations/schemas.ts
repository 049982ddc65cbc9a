import { z } from "zod";
import { ideaStatusSchema } from "../ideas/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { taskPrioritySchema, taskStatusSchema } from "../tasks/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { nameSchema } from "../text/names.ts";
import { storableTextSchema, textToRead } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import {
  automationPlaces,
  maxActions,
  maxActionText,
  maxApprovalDays,
  maxApprovers,
  maxAutomationName,
  maxInTurn,
  stopReasons,
} from "./limits.ts";

const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "This is not a time of day");
const textSchema = storableTextSchema
  .trim()
  .refine(...visible("Text is required"))
  .refine(...atMost("A text", maxActionText));
const titleSchema = storableTextSchema
  .trim()
  .refine(...visible("Title is required"))
  .refine(...atMost("A title", 300));
const inTurnSchema = z
  .array(idSchema)
  .max(maxInTurn)
  .overwrite((ids) => [...new Set(ids)]);

/** A cron pattern of five fields: minute, hour, day of the month, month and day of the week. The server reads it. */
export const patternSchema = z
  .string()
  .max(120, "Use at most 120 characters")
  .overwrite((pattern) => pattern.trim().split(/\s+/).join(" "))
  .min(1, "Write a pattern, such as 0 9 * * 1-5");

/** When an automation starts. */
export const triggerSchema = z.discriminatedUnion("kind", [
  /** With a part of its text, in any case; empty for any message. */
  z.object({ kind: z.literal("message.posted"), text: storableTextSchema.trim().max(200).default("") }),
  z.object({ kind: z.literal("task.created") }),
  /** Null for any status. */
  z.object({ kind: z.literal("task.status"), to: taskStatusSchema.nullable().default(null) }),
  /** Open tasks, so many days before they are due; negative for days after that. Looked at once a day. */
  z.object({
    kind: z.literal("task.due"),
    days: z.int().min(-30).max(30),
    time: timeSchema,
    zone: timeZoneSchema,
  }),
  z.object({ kind: z.literal("question.asked") }),
  /** So many days after it was asked. Looked at once a day. */
  z.object({
    kind: z.literal("question.unanswered"),
    days: z.int().min(1).max(90),
    time: timeSchema,
    zone: timeZoneSchema,
  }),
  z.object({ kind: z.literal("idea.created") }),
  /** Null for any status. */
  z.object({ kind: z.literal("idea.status"), to: ideaStatusSchema.nullable().default(null) }),
  z.object({ kind: z.literal("card.created") }),
  /** Null for any stage. */
  z.object({ kind: z.literal("card.stage"), to: z.string().min(1).max(40).nullable().default(null) }),
  z.object({
    kind: z.literal("schedule"),
    every: z.enum(["day", "week", "month"]),
    /** Days of a week; 1 is Monday. */
    weekdays: z
      .array(z.int().min(1).max(7))
      .max(7)
      .overwrite((days) => [...new Set(days)].sort((a, b) => a - b))
      .default([]),
    /** The day of a month. In a shorter one it is the last day. */
    day: z.int().min(1).max(31).default(1),
    time: timeSchema,
    zone: timeZoneSchema,
  }),
  z.object({ kind: z.literal("cron"), pattern: patternSchema, zone: timeZoneSchema }),
]);
export type Trigger = z.output<typeof triggerSchema>;

/** The filters of lists that the subject has to pass, written as in their addresses. Left out: no limit. */
export const conditionsSchema = z
  .object({
    /** For tasks: priorities, people's IDs or "none", and tags, separated by commas. */
    priorities: textToRead(200),
    assignees: textToRead(4000),
    tags: textToRead(4000),
    /** For cards: a person's ID and a stage. */
    ownerId: idSchema,
    stage: z.string().max(40),
    /** Looked for in title and description of tasks, and in the title of everything else. */
    text: storableTextSchema.trim().max(100),
  })
  .partial();
export type Conditions = z.output<typeof conditionsSchema>;

/** Left out: an action after a request for approval is done if it was approved. */
const inCase = { when: z.literal("declined").optional() };

/** An action of an automation. Texts may name values of what started it, such as `{{task.title}}`. */
export const actionSchema = z.discriminatedUnion("do", [
  z.object({
    do: z.literal("task.create"),
    ...inCase,
    title: titleSchema,
    description: storableTextSchema.trim().max(maxActionText).default(""),
    departmentId: idSchema.nullable(),
    priority: taskPrioritySchema.default("medium"),
    /** One after another. */
    assigneeIds: inTurnSchema.default([]),
    dueInDays: z.int().min(0).max(365).nullable().default(null),
  }),
  /** The task that started it. */
  z
    .object({
      do: z.literal("task.set"),
      ...inCase,
      status: taskStatusSchema.nullable().default(null),
      priority: taskPrioritySchema.nullable().default(null),
      assigneeIds: inTurnSchema.default([]),
    })
    .refine(
      ({ status, priority, assigneeIds }) => status !== null || priority !== null || assigneeIds.length > 0,
      { message: "Choose what to set", path: ["status"] },
    ),
  z.object({ do: z.literal("message.post"), ...inCase, channelId: idSchema, text: textSchema }),
  z.object({
    do: z.literal("people.notify"),
    ...inCase,
    personIds: inTurnSchema.refine((ids) => ids.length > 0, "Choose who is notified"),
    text: storableTextSchema
      .trim()
      .refine(...visible("Text is required"))
      .refine(...atMost("A notification", 300)),
  }),
  z.object({
    do: z.literal("card.create"),
    ...inCase,
    sectionId: idSchema,
    title: titleSchema,
    body: storableTextSchema.trim().max(maxActionText).default(""),
  }),
  z.object({
    do: z.literal("idea.create"),
    ...inCase,
    title: titleSchema,
    text: storableTextSchema.trim().max(maxActionText).default(""),
    /** The only people who can read it. Null for everyone. */
    departmentId: idSchema.nullable(),
  }),
  /** Sends the run to an outgoing webhook of the owner, which sends what the owner can see then. */
  z.object({ do: z.literal("webhook.call"), ...inCase, webhookId: idSchema }),
  /** Asks people, and waits for their decision. The run ends if nobody has decided after these days. */
  z.object({
    do: z.literal("approval.ask"),
    ...inCase,
    personIds: z
      .array(idSchema)
      .max(maxApprovers, `Choose at most ${maxApprovers} people`)
      .overwrite((ids) => [...new Set(ids)])
      .refine((ids) => ids.length > 0, "Choose who is asked"),
    /** `one`: the first answer decides. `all`: everyone has to approve. */
    needs: z.enum(["one", "all"]).default("one"),
    text: storableTextSchema
      .trim()
      .refine(...visible("Text is required"))
      .refine(...atMost("A request", 300)),
    days: z
      .int("Enter the days as a number")
      .min(1, "A request waits at least a day")
      .max(maxApprovalDays, `A request waits at most ${maxApprovalDays} days`)
      .default(7),
  }),
]);
export type Action = z.output<typeof actionSchema>;

const actionsSchema = z.array(actionSchema).min(1, "Add an action").max(maxActions);

const placeSchema = z.object({ kind: z.enum(automationPlaces), id: idSchema });

/** A place that the viewer manages. */
export const namedPlaceSchema = placeSchema.extend({
  name: z.string(),
  /** The stages of a section. */
  stages: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const automationRunSchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** `skipped`: the conditions did not match, or it was not allowed to run. */
  state: z.enum(["waiting", "done", "failed", "skipped"]),
  /** The event that it ran for. */
  event: z.string(),
  /** The page of what it is about. Null for a schedule. */
  link: z.string().nullable(),
  /** How many automations led to the event. */
  depth: z.int(),
  reason: z.string().nullable(),
  /** The result of each action. */
  results: z.array(z.object({ text: z.string(), link: z.string().nullable(), at: instantSchema.optional() })),
  tries: z.int(),
});
export type AutomationRun = z.output<typeof automationRunSchema>;

export const automationSchema = z.object({
  id: idSchema,
  name: z.string(),
  owner: z.object({ id: idSchema, name: z.string() }),
  isOwn: z.boolean(),
  /** Its name is null, and it has no stages, if the viewer cannot see it any more. */
  place: namedPlaceSchema.extend({ name: z.string().nullable() }),
  trigger: triggerSchema,
  conditions: conditionsSchema,
  actions: z.array(actionSchema),
  /** The names of people, channels, departments and sections in its parts. Those that are gone, or that the viewer cannot see, have none. */
  names: z.record(z.string(), z.string()),
  isOn: z.boolean(),
  /**
   * Why it was switched off. `access_ended`: all sessions of its owner were ended, or they cannot sign in. `right_lost`:
   * its owner may not manage automations in this place any more. `too_many_runs`: it ran too often in a minute.
   */
  stopReason: z.enum(stopReasons).nullable(),
  nextAt: instantSchema.nullable(),
  lastRun: automationRunSchema.nullable(),
  /** In the last week. */
  failures: z.int(),
  version: z.int(),
});
export type Automation = z.output<typeof automationSchema>;

const parts = {
  name: nameSchema(maxAutomationName),
  trigger: triggerSchema,
  conditions: conditionsSchema.default({}),
  actions: actionsSchema,
};

export const newAutomationSchema = z.object({
  /** Made by the browser. The same request again changes nothing. */
  id: idSchema,
  place: placeSchema,
  ...parts,
});

export const automationChangeSchema = z.object({
  version: z.int(),
  ...z.object({ ...parts, conditions: conditionsSchema }).partial().shape,
  isOn: z.boolean().optional(),
});

/** The meaning of a pattern. */
export const patternTimesSchema = z.object({
  /** Why it cannot be used, or null. */
  refusal: z.string().nullable(),
  /** In words, without its time zone. */
  words: z.string(),
  /** The next three. */
  times: z.array(instantSchema),
});

/** The actions that it would have run. Nothing is written. */
export const trialSchema = z.object({
  runs: z.array(
    z.object({
      at: instantSchema,
      title: z.string(),
      link: z.string().nullable(),
      isMatch: z.boolean(),
      actions: z.array(z.string()),
    }),
  ),
  /** There were more events than are shown. */
  hasMore: z.boolean(),
});
export type Trial = z.output<typeof trialSchema>;
