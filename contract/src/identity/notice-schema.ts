import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { noticeKinds } from "./notices.ts";

/** Something that was done to a person's account or to a place they are in, until they have read it. */
export const noticeSchema = z.object({
  id: idSchema,
  kind: z.enum(noticeKinds),
  /** Who did it, by the name they had. */
  actor: z.string(),
  /** The department or role, by the name it had; empty where it is the account itself. */
  place: z.string(),
  at: instantSchema,
});
export type Notice = z.infer<typeof noticeSchema>;
