import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { maxApprovalReason } from "./limits.ts";

/** A request for approval, for a person who was asked. */
export const approvalSchema = z.object({
  id: idSchema,
  /** The request, with the values that the viewer can see now. */
  text: z.string(),
  automation: z.string(),
  /** In whose name the automation runs. */
  owner: z.string(),
  /** Its subject. Null for a schedule. */
  subject: z.object({ title: z.string(), link: z.string() }).nullable(),
  needs: z.enum(["one", "all"]),
  /** `ended`: nobody decided in time, or there is nothing to decide any more. */
  state: z.enum(["open", "approved", "declined", "ended"]),
  endReason: z.string().nullable(),
  at: instantSchema,
  endsAt: instantSchema,
  people: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      isApproved: z.boolean().nullable(),
      reason: z.string(),
      answeredAt: instantSchema.nullable(),
    }),
  ),
});
export type Approval = z.output<typeof approvalSchema>;

export const approvalAnswerSchema = z.object({
  isApproved: z.boolean(),
  reason: storableTextSchema
    .trim()
    .refine(...atMost("A reason", maxApprovalReason))
    .default(""),
});
