import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { incidentEffects, incidentStates } from "./incident-schemas.ts";
import { maxStatusServices } from "./limits.ts";

const servicesSchema = z
  .array(storableTextSchema.trim().min(1).max(200))
  .max(maxStatusServices, `Show at most ${maxStatusServices} services`)
  .refine((list) => new Set(list).size === list.length, "Name each service once");

export const statusServicesSchema = z.object({
  services: servicesSchema,
  /** The services that the change began with. */
  seen: servicesSchema,
});
export type StatusServices = z.output<typeof statusServicesSchema>;

/** The services of the company: their state now, and the worst of each day. */
export const serviceStatusSchema = z.object({
  /** The start of each day, the oldest first. */
  days: z.array(instantSchema),
  services: z.array(
    z.object({
      service: z.string(),
      state: z.enum(incidentEffects),
      days: z.array(z.enum(incidentEffects)),
    }),
  ),
});
export type ServiceStatus = z.output<typeof serviceStatusSchema>;

/** An update for everyone. It names no incident and no person. */
export const statusUpdateSchema = z.object({
  id: idSchema,
  at: instantSchema,
  text: z.string(),
  /** The state of the incident at that time. */
  state: z.enum(incidentStates),
  /** Those of the affected services that the page shows. */
  services: z.array(z.string()),
});
export type StatusUpdate = z.output<typeof statusUpdateSchema>;
