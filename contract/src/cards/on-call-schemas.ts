import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { timeZoneSchema } from "../time-zone.ts";
import {
  maxEscalationMinutes,
  maxEscalationRepeats,
  maxEscalationSteps,
  maxRotaMembers,
  maxShiftDays,
} from "./limits.ts";

const isEachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length;

export const rotaSchema = z.object({
  /** In turn. The first one begins. */
  memberIds: z
    .array(idSchema)
    .min(1, "Choose at least one member")
    .max(maxRotaMembers)
    .refine(isEachOnce, "Name each member once"),
  lengthDays: z.int().min(1).max(maxShiftDays),
  /** The day of the handover for whole weeks, from 1 for Monday. Other lengths count from the start. */
  weekday: z.int().min(1).max(7),
  /** The time of the handover in the zone, as "09:00". */
  handOver: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "This is not a time of day"),
  zone: timeZoneSchema,
  startsOn: daySchema,
});
export type Rota = z.output<typeof rotaSchema>;

/** The number of the stored state that a change was made from; 0 where there is none yet. */
export const seenVersion = z.object({ version: z.int().min(0) });

export const newOverrideSchema = z.object({
  /** Made by the browser. The same override sent again is one. */
  id: idSchema,
  personId: idSchema,
  startsAt: instantSchema,
  endsAt: instantSchema,
});
export type NewOverride = z.output<typeof newOverrideSchema>;

export const shiftSchema = z.object({ personId: idSchema, startsAt: instantSchema, endsAt: instantSchema });
export type Shift = z.output<typeof shiftSchema>;

/** Two shifts whose people change places. */
export const swapSchema = z.object({
  /** The ids of the two overrides that follow from it. */
  ids: z.tuple([idSchema, idSchema]).refine(isEachOnce, "Use two different ids"),
  shifts: z.tuple([shiftSchema, shiftSchema]),
});
export type Swap = z.output<typeof swapSchema>;

export const escalationTargets = ["on_call", "member", "everyone"] as const;
export type EscalationTarget = (typeof escalationTargets)[number];

export const escalationStepSchema = z
  .object({
    who: z.enum(escalationTargets),
    /** For a named member. */
    personId: idSchema.nullable(),
    /** Since the step before, or since the alert fired. */
    afterMinutes: z.int().min(1).max(maxEscalationMinutes),
  })
  .refine(({ who, personId }) => (who === "member") === (personId !== null), {
    message: "Choose a member",
    path: ["personId"],
  });
export type EscalationStep = z.output<typeof escalationStepSchema>;

export const escalationSchema = z.object({
  /** The least severe alerts that escalate; null: all alerts. */
  severity: z.string().max(200).nullable(),
  repeats: z.int().min(0).max(maxEscalationRepeats),
  /** None: nothing escalates. */
  steps: z.array(escalationStepSchema).max(maxEscalationSteps),
});
export type Escalation = z.output<typeof escalationSchema>;

/** Everything about who is on call for a department. */
export const onCallPlanSchema = z.object({
  /** Whether the viewer may change the rota and the escalation. */
  mayChange: z.boolean(),
  /** The severities of the department's alerts, the worst first. Empty: it has no alerts. */
  severities: z.array(z.string()),
  /** People of the plan who may not read the alerts, as their section is restricted. The next member is notified instead. */
  withoutAlerts: z.array(idSchema),
  /** The members who can be chosen, by name. */
  members: z.array(personSchema),
  /** Others that the plan names. */
  others: z.array(personSchema),
  rota: rotaSchema.extend({ version: z.int() }).nullable(),
  /** The shifts of the next four weeks. The first may have started already. */
  shifts: z.array(shiftSchema.extend({ overrideId: idSchema.nullable() })),
  overrides: z.array(
    shiftSchema.extend({ id: idSchema, createdById: idSchema.nullable(), createdAt: instantSchema }),
  ),
  escalation: escalationSchema.extend({ version: z.int() }).nullable(),
});
export type OnCallPlan = z.output<typeof onCallPlanSchema>;
