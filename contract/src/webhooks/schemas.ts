import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { nameSchema } from "../text/names.ts";

/** The start of the secret part of every webhook's address, by which scanners of secrets recognise one. */
export const webhookPrefix = "atoll_hook_";

/** A channel can have this many webhooks. */
export const maxWebhooks = 20;

const webhookNameLength = 60;

/** Bytes of a delivery. */
export const maxDeliveryBytes = 1024 * 1024;

/** An incoming webhook: an address at which another program writes into a channel. */
export const webhookSchema = z.object({
  id: idSchema,
  channelId: idSchema,
  /** The name of the author of its messages. */
  name: z.string(),
  /** The person in whose name it writes: when they may not write in the channel any more, it does not either. */
  owner: personSchema,
  isOn: z.boolean(),
  /** Whether its @channel and @here notify people. */
  mayCallAll: z.boolean(),
  createdAt: instantSchema,
  /** The last delivery, and why it was refused; null if it was written. Null before the first one. */
  lastDelivery: z.object({ at: instantSchema, error: z.string().nullable() }).nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const newWebhookSchema = z.object({
  /** Made by the browser. Repeating it, after a lost answer, replaces the address that was not seen. */
  id: idSchema,
  name: nameSchema(webhookNameLength),
});
