import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { maxHookName } from "./limits.ts";
import type { SectionOptions } from "./section-schemas.ts";

/** Systems that can report to a section. */
export const hookKinds = ["github", "gitlab", "alertmanager", "grafana", "generic"] as const;
export type HookKind = (typeof hookKinds)[number];

/** The systems that report what a section shows. */
export const hookKindsOf: Readonly<Record<NonNullable<SectionOptions["hooks"]>, readonly HookKind[]>> = {
  deployments: ["github", "gitlab", "generic"],
  runs: ["github", "gitlab", "generic"],
  alerts: ["alertmanager", "grafana", "generic"],
};

export const newHookSchema = z.object({
  /** Made by the browser. The same hook sent again is one hook. */
  id: idSchema,
  name: storableTextSchema
    .trim()
    .refine(...visible("Name is required"))
    .max(maxHookName, `Use at most ${maxHookName} characters`),
  kind: z.enum(hookKinds),
});

export const hookSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(hookKinds),
  createdBy: personSchema.nullable(),
  createdAt: instantSchema,
  lastAt: instantSchema.nullable(),
  /** The last delivery was accepted by a shared token only, which does not protect its content. */
  isWeak: z.boolean(),
});
export type Hook = z.infer<typeof hookSchema>;

export const hookDeliverySchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** Such as "workflow_run"; empty where the system names none. */
  event: z.string(),
  outcome: z.enum(["waiting", "done", "ignored", "failed"]),
  /** The reason, where nothing was changed. */
  detail: z.string(),
  isWeak: z.boolean(),
  /** The beginning of the body. */
  body: z.string(),
});
export type HookDelivery = z.infer<typeof hookDeliverySchema>;

/** One of the four figures of delivery: null is unknown, since nothing is linked. `of` is how many it is made of. */
const deliveryFigureSchema = z.object({ value: z.number().nullable(), of: z.int() });

/** The four figures of DORA over `deliveryDays`, for Production. */
export const deliverySchema = z.object({
  /** Deployments a day. */
  frequency: deliveryFigureSchema,
  /** Median hours from a commit to its deployment, over the deployments whose commit is known. */
  leadHours: deliveryFigureSchema,
  /** The share of deployments that failed, from 0 to 1. */
  failureRate: deliveryFigureSchema,
  failed: z.int(),
  /** Median minutes from a failure to the next working state, over the failures that are over. */
  restoreMinutes: deliveryFigureSchema,
});
export type Delivery = z.infer<typeof deliverySchema>;
