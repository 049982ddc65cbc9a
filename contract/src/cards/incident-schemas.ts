import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { taskTitleSchema } from "../tasks/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import {
  maxCardTitle,
  maxFollowUps,
  maxIncidentAlerts,
  maxIncidentServices,
  maxIncidentUpdate,
  maxReportText,
} from "./limits.ts";

export const incidentStates = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentState = (typeof incidentStates)[number];

/** The states that an incident can go to. A resolved one is reopened as one that is investigated again. */
export const nextIncidentStates: Readonly<Record<IncidentState, readonly IncidentState[]>> = {
  investigating: ["identified", "monitoring", "resolved"],
  identified: ["investigating", "monitoring", "resolved"],
  monitoring: ["investigating", "identified", "resolved"],
  resolved: ["investigating"],
};

/** The effect on people who use the services, the mildest first. */
export const incidentEffects = ["none", "slow", "down"] as const;
export type IncidentEffect = (typeof incidentEffects)[number];

/** The roles of an incident, each of which one person has. */
export const incidentRoles = ["commander", "operations", "communications"] as const;
export type IncidentRole = (typeof incidentRoles)[number];

const isEachOnce = (list: readonly string[]) => new Set(list).size === list.length;

export const incidentTitleSchema = storableTextSchema
  .trim()
  .refine(...visible("Title is required"))
  .max(maxCardTitle, `Use at most ${maxCardTitle} characters`);
const severitySchema = storableTextSchema.max(200).nullable();
export const incidentServicesSchema = z
  .array(storableTextSchema.trim().min(1).max(200))
  .max(maxIncidentServices, `Name at most ${maxIncidentServices} services`)
  .refine(isEachOnce, "Name each service once");
const alertIdsSchema = z.array(idSchema).max(maxIncidentAlerts).refine(isEachOnce, "Name each alert once");

export const newIncidentSchema = z.object({
  /** Made by the browser. The same incident sent again is one. */
  id: idSchema,
  title: incidentTitleSchema,
  /** One of the severities of the section's alerts. */
  severity: severitySchema.default(null),
  services: incidentServicesSchema.default([]),
  effect: z.enum(incidentEffects).default("none"),
  commanderId: idSchema.nullable().default(null),
  alertIds: alertIdsSchema.default([]),
});
export type NewIncident = z.output<typeof newIncidentSchema>;

const roleIds = {
  commanderId: idSchema.nullable(),
  operationsId: idSchema.nullable(),
  communicationsId: idSchema.nullable(),
};

/** The fields of an incident that its people change. */
const incidentFields = z
  .object({
    title: incidentTitleSchema,
    severity: severitySchema,
    services: incidentServicesSchema,
    effect: z.enum(incidentEffects),
    state: z.enum(incidentStates),
    ...roleIds,
  })
  .partial();

export const incidentChangeSchema = z
  .object({
    set: incidentFields.refine((set) => Object.keys(set).length > 0, "There is nothing to change"),
    /** The values that the change began with, of the fields that it sets. */
    seen: incidentFields,
  })
  .refine(({ set, seen }) => Object.keys(set).every((name) => name in seen), {
    path: ["seen"],
    message: "Name the value of each field that is changed",
  });
export type IncidentChange = z.output<typeof incidentChangeSchema>;

/** Alerts that belong to the incident from now on, and no longer. */
export const incidentAlertsSchema = z
  .object({ linked: alertIdsSchema.default([]), unlinked: alertIdsSchema.default([]) })
  .refine(({ linked, unlinked }) => linked.length + unlinked.length > 0, "There is nothing to change");

export const incidentUpdateSchema = z.object({
  /** Made by the browser. The same update sent again is one. */
  id: idSchema,
  text: storableTextSchema
    .trim()
    .refine(...visible("Write something first"))
    .max(maxIncidentUpdate, `Use at most ${maxIncidentUpdate} characters`),
});
export type IncidentUpdate = z.output<typeof incidentUpdateSchema>;

export const incidentSchema = z.object({
  id: idSchema,
  typeId: idSchema,
  /** Counts the incidents of the section: 41 is "INC-41". */
  number: z.int(),
  title: z.string(),
  severity: z.string().nullable(),
  services: z.array(z.string()),
  effect: z.enum(incidentEffects),
  state: z.enum(incidentStates),
  ...roleIds,
  openedById: idSchema.nullable(),
  openedAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
});
export type Incident = z.output<typeof incidentSchema>;

/** The subject of a line of the timeline. */
export const incidentEntryKinds = [
  "opened",
  "title",
  "severity",
  "services",
  "effect",
  "state",
  "commander",
  "operations",
  "communications",
  "linked",
  "unlinked",
  "update",
  "report",
  "tasks",
] as const;

/** A line of the timeline. Nobody changes or removes one; notes are comments. */
export const incidentEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(incidentEntryKinds),
  at: instantSchema,
  personId: idSchema.nullable(),
  /** Values before and after; of people and alerts their ids. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** An update for everyone. */
  text: z.string(),
});
export type IncidentEntry = z.output<typeof incidentEntrySchema>;

export const incidentAlertSchema = z.object({
  id: idSchema,
  title: z.string(),
  stage: z.string(),
  service: z.string().nullable(),
  /** Whether it belongs to the incident now. Others are only named by the timeline. */
  isLinked: z.boolean(),
});
export type IncidentAlert = z.output<typeof incidentAlertSchema>;

const reportTextSchema = storableTextSchema
  .trim()
  .max(maxReportText, `Use at most ${maxReportText} characters`);

/** The texts of a report, in Markdown. */
export const reportTextsSchema = z.object({
  summary: reportTextSchema,
  impact: reportTextSchema,
  cause: reportTextSchema,
  next: reportTextSchema,
});

/** A follow-up of an incident. The task that it becomes has the same id. */
const followUpSchema = z.object({ id: idSchema, text: taskTitleSchema });

export const followUpsSchema = z
  .array(followUpSchema)
  .max(maxFollowUps, `Use at most ${maxFollowUps} follow-ups`)
  .refine((list) => isEachOnce(list.map(({ id }) => id)), "Use an id once");

/** The parts of a report that a person changed. */
export const incidentReportSchema = reportTextsSchema
  .extend({ followUps: followUpsSchema })
  .partial()
  .extend({
    /** The version that was seen; 0 where there is no report yet. */
    version: z.int().min(0),
  });
export type NewIncidentReport = z.output<typeof incidentReportSchema>;

export const shownReportSchema = z.object({
  summary: z.string(),
  impact: z.string(),
  cause: z.string(),
  next: z.string(),
  followUps: z.array(
    z.object({
      id: idSchema,
      text: z.string(),
      /** It has become a task. */
      isMade: z.boolean(),
      /** Null without a task, and once it is deleted. */
      taskId: idSchema.nullable(),
    }),
  ),
  version: z.int(),
});
export type IncidentReport = z.output<typeof shownReportSchema>;

/** An incident with everything that its page shows. */
export const openIncidentSchema = z.object({
  incident: incidentSchema,
  /** Those of its services that the status page shows. Without one, nobody else reads its updates. */
  shownServices: z.array(z.string()),
  entries: z.array(incidentEntrySchema),
  alerts: z.array(incidentAlertSchema),
  report: shownReportSchema.nullable(),
  /** Everyone it names. */
  people: z.array(personSchema),
});
export type OpenIncident = z.output<typeof openIncidentSchema>;
