import { z } from "zod";
import { channelTypeSchema } from "../chat/channel-schemas.ts";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";

export const maxRetentionDays = 36_500;
/** The most exceptions, for departments and channels together. */
export const maxRetentionRules = 200;
/** A change that deletes earlier applies only after this time. */
export const retentionGraceHours = 24;
/** A preview counts no further. */
export const maxPreviewedMessages = 50_000;

/** Where a rule applies: all channels, all direct chats, the channels of a department, or a channel. */
export const retentionScopes = ["channels", "direct", "department", "channel"] as const;
export type RetentionScope = (typeof retentionScopes)[number];

/** Null: for ever. */
const daysSchema = z.int().min(1, "At least 1 day").max(maxRetentionDays, "At most 36,500 days").nullable();

/** A channel as administrators see it. The name is null for a private channel that the viewer is not in. */
export const namedChannelSchema = z.object({ id: idSchema, name: z.string().nullable() });
export type NamedChannel = z.infer<typeof namedChannelSchema>;

export const retentionRuleSchema = z.object({
  id: idSchema,
  scope: z.enum(retentionScopes),
  /** The department or the channel. Null for the rules of all. */
  place: namedChannelSchema.nullable(),
  /** False for a new exception whose time of grace is not over. */
  isInForce: z.boolean(),
  days: daysSchema,
  /** A change that is waiting for its time of grace. Its days are null if it keeps for ever or removes the exception. */
  next: z.object({ isRemoval: z.boolean(), days: daysSchema, at: instantSchema }).nullable(),
  version: z.int(),
});
export type RetentionRule = z.infer<typeof retentionRuleSchema>;

const runSchema = z.object({ at: instantSchema, messages: z.int(), files: z.int() });
export type RetentionRun = z.infer<typeof runSchema>;

export const retentionSchema = z.object({
  /** The two rules for all, then the exceptions. */
  rules: z.array(retentionRuleSchema),
  /** The last runs that deleted anything, the newest first. */
  runs: z.array(runSchema),
});
export type Retention = z.infer<typeof retentionSchema>;

const placeShape = {
  scope: z.enum(retentionScopes),
  placeId: idSchema.nullable(),
};
const hasItsPlace = ({ scope, placeId }: { scope: RetentionScope; placeId: string | null }) =>
  (scope === "department" || scope === "channel") === (placeId !== null);

export const retentionChangeSchema = z
  .object({
    ...placeShape,
    days: daysSchema,
    /** The version of the rule that was seen. 0: there was none. */
    version: z.int(),
  })
  .refine(hasItsPlace, { path: ["placeId"], error: "Choose a place" });

export const previewQuerySchema = z
  .object({
    scope: z.enum(retentionScopes),
    placeId: idSchema.nullable().default(null),
    /** Absent: for ever. */
    days: z.coerce.number().pipe(z.int().min(1).max(maxRetentionDays)).nullable().default(null),
    /** The exception is removed, so the next rule applies. `days` is ignored. */
    isRemoval: z.stringbool().default(false),
  })
  .refine(hasItsPlace, { path: ["placeId"], error: "Choose a place" });

export const retentionPreviewSchema = z.object({
  /** How long the messages are kept then. */
  days: daysSchema,
  /** Deletes earlier than now, so it applies only after the time of grace. */
  isShorter: z.boolean(),
  /** The messages that the next run would delete. If `isMore`, there are more than were counted. */
  messages: z.object({ count: z.int(), isMore: z.boolean() }),
  /** The files of the counted messages. */
  files: z.object({ count: z.int(), bytes: z.number() }),
  /** The ends of all these messages, not only the counted ones. Null if there are none. */
  oldest: instantSchema.nullable(),
  newest: instantSchema.nullable(),
  /** The channels with the most of the counted messages. */
  places: z.array(namedChannelSchema.extend({ type: channelTypeSchema, count: z.int() })),
});
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>;

/** How long the messages of a chat are kept, for its members. */
export const channelRetentionSchema = z.object({
  days: daysSchema,
  /** The time of grace of a change. Null if none is waiting. */
  next: z.object({ days: daysSchema, at: instantSchema }).nullable(),
});
export type ChannelRetention = z.infer<typeof channelRetentionSchema>;

export const maxHoldName = 100;
export const maxHoldReason = 2000;
/** The most people, and the most channels, of a hold. */
export const maxHeld = 100;
/** The most holds that have not ended. */
export const maxHolds = 100;
/** So long after the end of a hold, its copies are deleted. */
export const holdGraceHours = 24;

const holdShape = {
  name: storableTextSchema
    .trim()
    .min(1, "Enter a name")
    .refine(...atMost("A name", maxHoldName)),
  reason: storableTextSchema
    .trim()
    .min(1, "Say why")
    .refine(...atMost("A reason", maxHoldReason)),
  personIds: z.array(idSchema).max(maxHeld),
  channelIds: z.array(idSchema).max(maxHeld),
  /** Messages from then on. Null: from the first one on. */
  from: instantSchema.nullable(),
  /** Messages before then. Null: without an end, also those that are still to come. */
  until: instantSchema.nullable(),
};

export const newHoldSchema = z.object({ id: idSchema, ...holdShape });
export const holdChangeSchema = z.object({ version: z.int(), ...z.object(holdShape).partial().shape });

export const holdSchema = z.object({
  id: idSchema,
  name: z.string(),
  reason: z.string(),
  /** Empty: everyone. */
  people: z.array(personSchema),
  /** Empty: all channels. */
  channels: z.array(namedChannelSchema),
  from: instantSchema.nullable(),
  until: instantSchema.nullable(),
  createdBy: personSchema,
  createdAt: instantSchema,
  endedAt: instantSchema.nullable(),
  version: z.int(),
});
export type LegalHold = z.infer<typeof holdSchema>;

export const holdActSchema = z.object({
  id: z.int(),
  at: instantSchema,
  actor: namedSchema,
  action: z.enum(["created", "changed", "ended", "exported"]),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string(),
});
export type LegalHoldAct = z.infer<typeof holdActSchema>;
