import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import type { CardData } from "./field-schemas.ts";
import { maxSilenceReason } from "./limits.ts";

/** Fields of an alert that a silence goes by. */
export const silenceFields = ["fingerprint", "service", "environment", "severity"] as const;

const matcherSchema = z.object({
  field: z.enum(silenceFields),
  value: storableTextSchema.min(1).max(200),
});
export type Matcher = z.output<typeof matcherSchema>;

const newMatchers = z
  .array(matcherSchema)
  .min(1, "Choose what is silenced")
  .max(silenceFields.length)
  .refine((list) => new Set(list.map(({ field }) => field)).size === list.length, "Name each field once");

export const newSilenceSchema = z.object({
  /** Made by the browser. The same silence sent again is one. */
  id: idSchema,
  /** All of them apply. */
  matchers: newMatchers,
  until: instantSchema,
  reason: storableTextSchema
    .trim()
    .refine(...visible("Give a reason"))
    .max(maxSilenceReason),
});
export type NewSilence = z.output<typeof newSilenceSchema>;

export const silenceSchema = z.object({
  id: idSchema,
  matchers: z.array(matcherSchema),
  until: instantSchema,
  reason: z.string(),
  person: personSchema.nullable(),
  createdAt: instantSchema,
});
export type Silence = z.infer<typeof silenceSchema>;

/** Returns whether an alert has all values of a silence. */
export function matchesSilence({ matchers }: Pick<Silence, "matchers">, data: CardData): boolean {
  return matchers.every(({ field, value }) => data[field] === value);
}

export const uptimeStates = ["up", "slow", "down", "unknown"] as const;
export type UptimeState = (typeof uptimeStates)[number];

/** Services by day or hour, from the alerts and reports about them. */
export const uptimeSchema = z.object({
  /** The start of each day or hour, the oldest first. */
  buckets: z.array(instantSchema),
  /** There are no more services than these. */
  isWhole: z.boolean(),
  services: z.array(
    z.object({
      service: z.string(),
      states: z.array(z.enum(uptimeStates)),
      /** Share of the known time that it was not down. Null without data. */
      uptime: z.number().nullable(),
    }),
  ),
});
export type Uptime = z.infer<typeof uptimeSchema>;
