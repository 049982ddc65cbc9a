import { z } from "zod";
import { daySchema, idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { articleKinds } from "../knowledge/limits.ts";
import { personSchema } from "../people/schemas.ts";
import { itemDoers, itemMeets, onboardingStates, pathItemKinds } from "./limits.ts";

/** An item of somebody's path. */
export const onboardingItemSchema = z.object({
  id: idSchema,
  kind: z.enum(pathItemKinds),
  /** Empty for a page that the viewer cannot read, and for a person who has not been chosen yet. */
  title: z.string(),
  note: z.string(),
  dueOn: daySchema,
  /** For a meeting. */
  time: z.string().nullable(),
  minutes: z.int(),
  /** The number of its stage, from 0. */
  stage: z.int(),
  doer: z.enum(itemDoers),
  /** The page; null where there is none, or the viewer cannot read it. */
  article: z.object({ id: idSchema, kind: z.enum(articleKinds), words: z.int() }).nullable(),
  /** The person to meet. */
  person: personSchema.nullable(),
  /** The person's part on the path. Null for a person who was chosen by name, and for other items. */
  meets: z.enum(itemMeets).nullable(),
  taskId: idSchema.nullable(),
  eventId: idSchema.nullable(),
  doneAt: instantSchema.nullable(),
  doneBy: personSchema.nullable(),
  isOverdue: z.boolean(),
  /** The viewer ticks it by hand. Pages, tasks and procedures are ticked when they are read, done and confirmed. */
  canTick: z.boolean(),
});
export type OnboardingItem = z.infer<typeof onboardingItemSchema>;

const shareSchema = z.object({ done: z.int(), total: z.int() });

/** Somebody on a path, as lists show them. */
export const onboardingSchema = z.object({
  id: idSchema,
  person: personSchema,
  departments: z.array(namedSchema),
  path: namedSchema,
  state: z.enum(onboardingStates),
  startOn: daySchema,
  /** The day of the last item. */
  endOn: daySchema,
  manager: personSchema.nullable(),
  buddy: personSchema.nullable(),
  /** The newcomer's own items. */
  done: z.int(),
  total: z.int(),
  /** How many of these were due before today. */
  planned: z.int(),
  stages: z.array(z.object({ name: z.string(), note: z.string(), startOn: daySchema, ...shareSchema.shape })),
  reading: shareSchema.extend({ overdue: z.int() }),
  /** The open item that is due first. */
  next: onboardingItemSchema.nullable(),
  /** Leads it: changes its start and people, stops it, reminds the newcomer. */
  canLead: z.boolean(),
  nudgedAt: instantSchema.nullable(),
  revision: z.int(),
});
export type Onboarding = z.infer<typeof onboardingSchema>;

/** Somebody on a path, with every item. */
export const openOnboardingSchema = onboardingSchema.extend({ items: z.array(onboardingItemSchema) });
export type OpenOnboarding = z.infer<typeof openOnboardingSchema>;

/** The figures above the lists of managers and administrators. */
export const onboardingFiguresSchema = z.object({
  onPath: z.int(),
  onPlan: z.int(),
  /** In percent, of those who are on a path. */
  medianShare: z.int(),
  openReading: z.int(),
  overdueReading: z.int(),
  overdueItems: z.int(),
  /** The viewer's own items for newcomers, the earliest first. */
  ownItems: z.array(z.object({ onboardingId: idSchema, person: personSchema, item: onboardingItemSchema })),
  /** Newcomers of theirs without a buddy. */
  withoutBuddy: z.array(z.object({ onboardingId: idSchema, person: personSchema, startOn: daySchema })),
});
export type OnboardingFigures = z.infer<typeof onboardingFiguresSchema>;

/** The content of a dashboard card: the viewer's own path, and the progress of the newcomers they manage. */
export const onboardingCardSchema = z.object({
  type: z.literal("onboarding"),
  own: onboardingSchema.nullable(),
  items: z.array(onboardingItemSchema),
  led: z.array(
    z.object({ id: idSchema, person: personSchema, done: z.int(), total: z.int(), planned: z.int() }),
  ),
});
