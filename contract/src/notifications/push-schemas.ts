import { z } from "zod";
import { messageMaxLength } from "../chat/limits.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, "This should be base64url")
    .length(Math.ceil((bytes * 4) / 3), `This should be ${bytes} bytes in base64url`);

/** A point on P-256, as browsers and push services write it. */
export const pushKeySchema = base64url(65);

/** A browser's push subscription, as returned by `PushSubscription.toJSON()`. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https$/, message: "Enter an https address" }).max(2000),
  keys: z.object({ p256dh: pushKeySchema, auth: base64url(16) }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscriptionSchema>;

const token = { token: z.string().min(1).max(1000) };
/** A press on a button of a notification. */
export const pushActSchema = z.discriminatedUnion("action", [
  z.object({ ...token, action: z.literal("read") }),
  z.object({ ...token, action: z.literal("remind") }),
  z.object({
    ...token,
    action: z.literal("reply"),
    text: storableTextSchema
      .trim()
      .refine(...visible("Write something first"))
      .max(messageMaxLength, `A message can have at most ${messageMaxLength} characters`),
  }),
]);
export type PushAct = z.infer<typeof pushActSchema>;
