import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { noticeKinds } from "./notices.ts";

/** Something that was done to a person's account or to a place they are in, until they have read it. */
export const noticeSchema = z.object({
  id: idSchema,
  kind: z.enum(noticeKinds),
  /** The name of the person who did it, at the time. */
  actor: z.string(),
  /** The department or role, by the name it had; empty where it is the account itself. */
  place: z.string(),
  at: instantSchema,
});
export type Notice = z.infer<typeof noticeSchema>;
