import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { nameSchema } from "../text/names.ts";

/** A person can have this many outgoing webhooks. */
export const maxOutgoingWebhooks = 20;

/** The log keeps deliveries for this long. */
export const outgoingLogDays = 30;

/** Hours in which a former secret signs as well, so that a receiver can change it without losing anything. */
export const formerSecretHours = 24;

const webhookNameLength = 60;

/** Where things happen that a webhook reports. */
export const hookPlaces = ["channel", "department", "section", "company"] as const;
export type HookPlaceKind = (typeof hookPlaces)[number];

/** The events of each kind of place. Their names are sent, and never change. */
export const hookEvents = {
  channel: {
    "message.posted": "A message is posted",
    "message.changed": "A message is edited",
    "message.deleted": "A message is deleted",
  },
  department: {
    "task.created": "A task is created",
    "task.changed": "A task is changed",
    "task.deleted": "A task is deleted or leaves the department",
  },
  section: {
    "card.created": "A card is created",
    "card.changed": "A card is changed",
    "card.deleted": "A card is deleted",
  },
  company: { "announcement.published": "An announcement is published" },
} as const satisfies Record<HookPlaceKind, Record<string, string>>;

export type HookEvent = { [Kind in HookPlaceKind]: keyof (typeof hookEvents)[Kind] }[HookPlaceKind];

const eventNames = Object.values(hookEvents).flatMap((events) => Object.keys(events)) as [
  HookEvent,
  ...HookEvent[],
];
const eventsSchema = z.array(z.enum(eventNames)).min(1, "Choose at least one event").max(eventNames.length);

const addressSchema = z
  .string()
  .trim()
  .max(2_000, "Use at most 2,000 characters")
  .regex(/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i, "Enter an address that starts with https://");

/** Proves that it is the owner who asks. Left out by people who have none, or who signed in a moment ago with a passkey. */
export const ownersPasswordSchema = z.string().max(1024).optional();

const placeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["channel", "department", "section"]), id: idSchema }),
  z.object({ kind: z.literal("company") }),
]);

/** An attempt to deliver an event, which is repeated until the receiver accepts it. */
export const outgoingDeliverySchema = z.object({
  /** The `webhook-id` of all attempts. */
  id: idSchema,
  event: z.string(),
  at: instantSchema,
  /** `dropped`: the owner may not read the subject, or it is gone. */
  state: z.enum(["waiting", "sent", "failed", "dropped"]),
  tries: z.int(),
  /** The HTTP status of the last answer. */
  status: z.int().nullable(),
  /** Why the last attempt failed. */
  failure: z.string().nullable(),
  /** When the next attempt is due. */
  nextAt: instantSchema.nullable(),
});
export type OutgoingDelivery = z.infer<typeof outgoingDeliverySchema>;

const stopReasonSchema = z.enum(["receiver_failed", "access_ended", "administrator"]);

/** An outgoing webhook: an address to which Atoll sends what happens in a place. */
export const outgoingWebhookSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string(),
  /** Its name is null if the owner cannot see it any more. */
  place: z.object({ kind: z.enum(hookPlaces), id: idSchema.nullable(), name: z.string().nullable() }),
  events: z.array(z.enum(eventNames)),
  isOn: z.boolean(),
  /**
   * Why it was switched off, if not by its owner. `receiver_failed`: for a day, or it is gone. `access_ended`: all
   * sessions of the owner were ended, such as by a new password. `administrator`: by one in the admin panel.
   */
  stopReason: stopReasonSchema.nullable(),
  createdAt: instantSchema,
  /** Until then the former secret signs as well. */
  formerSecretUntil: instantSchema.nullable(),
  lastDelivery: outgoingDeliverySchema.nullable(),
  version: z.int(),
});
export type OutgoingWebhook = z.infer<typeof outgoingWebhookSchema>;

/**
 * An outgoing webhook for administrators, who see where it sends and not what: neither the place, which may be private,
 * nor more of the address than its host, because the rest may be a secret.
 */
export const ownedOutgoingWebhookSchema = outgoingWebhookSchema
  .pick({ id: true, name: true, events: true, isOn: true, stopReason: true, createdAt: true })
  .extend({
    owner: namedSchema,
    host: z.string(),
    /** The last attempt that failed, while it is in the log. */
    lastFailure: z.object({ at: instantSchema, text: z.string() }).nullable(),
  });
export type OwnedOutgoingWebhook = z.infer<typeof ownedOutgoingWebhookSchema>;

export const newOutgoingWebhookSchema = z
  .object({
    /** Made by the browser. Repeating it, after a lost answer, replaces the secret that was not seen. */
    id: idSchema,
    name: nameSchema(webhookNameLength),
    address: addressSchema,
    place: placeSchema,
    events: eventsSchema,
    currentPassword: ownersPasswordSchema,
  })
  .refine(({ place, events }) => events.every((event) => event in hookEvents[place.kind]), {
    message: "These are not events of this place",
    path: ["events"],
  });

export const outgoingWebhookChangeSchema = z.object({
  version: z.int(),
  name: nameSchema(webhookNameLength).optional(),
  address: addressSchema.optional(),
  events: eventsSchema.optional(),
  isOn: z.boolean().optional(),
  /** For another address. */
  currentPassword: ownersPasswordSchema,
});
