import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { eventScopes, rsvpAnswers } from "./limits.ts";
import {
  eventPlaceShape,
  eventRuleShape,
  eventTextShape,
  eventTimesSchema,
  eventTimesShape,
  inviteesSchema,
  rsvpNoteSchema,
  wallSchema,
} from "./schemas.ts";

/** Which times of a series are meant; of an event that comes once, all. */
const scopeShape = {
  scope: z.enum(eventScopes).default("all"),
  /** The time that was opened: needed for "this" and "following". */
  occurrence: wallSchema.nullable().default(null),
};

/**
 * A change: only what is named. The texts, the times and the rest of the occurrence that was opened: for "following" and
 * "all" the others move as far as this one does. "this" keeps texts and times of its own, and nothing else.
 */
export const eventChangeSchema = z.object({
  /** Made by the browser for everything that a person does at one go: by it, it is done once, and undone. */
  changeId: idSchema,
  ...scopeShape,
  /** The version of the event that was shown. */
  version: z.int(),
  set: z
    .object({
      ...z.object(eventTextShape).partial().shape,
      ...z.object(eventPlaceShape).partial().shape,
      times: eventTimesSchema.optional(),
      rule: eventRuleShape.rule.optional(),
      taskId: idSchema.nullable().optional(),
    })
    .default({}),
  /** To the event as a whole, whatever the scope; of "following", to what follows. */
  invite: inviteesSchema.default({ personIds: [], departmentIds: [], channelIds: [] }),
  uninvite: z.array(idSchema).max(500).default([]),
  /** With "this" and alone: takes back what is different about that time, also that it does not take place. */
  asSeries: z.boolean().default(false),
});
export type EventChange = z.input<typeof eventChangeSchema>;

export const eventDeletionSchema = z.object({
  changeId: idSchema,
  ...scopeShape,
  version: z.int(),
});

/** To the whole, or to one of its times, which an answer to the whole leaves as it is. */
export const eventAnswerSchema = z.object({
  rsvp: z.enum(rsvpAnswers),
  note: rsvpNoteSchema.default(""),
  occurrence: wallSchema.nullable().default(null),
});
export type EventAnswer = z.input<typeof eventAnswerSchema>;

export const newProposalSchema = z.object({
  id: idSchema,
  /** Null: another time for the whole. */
  occurrence: wallSchema.nullable().default(null),
  start: eventTimesShape.start,
  end: eventTimesShape.end,
  zone: eventTimesShape.zone,
  note: rsvpNoteSchema.default(""),
});
export type NewProposal = z.input<typeof newProposalSchema>;
