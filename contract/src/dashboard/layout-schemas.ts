import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { taskScopes } from "../tasks/limits.ts";
import { taskPrioritySchema } from "../tasks/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import {
  announcementShows,
  cardTitleMaxLength,
  chatShows,
  contentTypes,
  eventRanges,
  gridColumns,
  maxArrangedCards,
  maxCardRows,
  maxGridRow,
  panelIds,
} from "./limits.ts";

export const cardIdSchema = z.union([z.enum(panelIds), idSchema]);

/** The options of a card. Options that are left out, or that do not apply to its type, have no effect. */
export const cardOptionsSchema = z.object({
  scope: z.enum(taskScopes).optional(),
  priorities: z.array(taskPrioritySchema).max(4).optional(),
  departmentId: idSchema.optional(),
  announcements: z.enum(announcementShows).optional(),
  range: z.enum(eventRanges).optional(),
  chats: z.enum(chatShows).optional(),
});
export type CardOptions = z.infer<typeof cardOptionsSchema>;

/** A panel or a card, and where it stands. Specification, section 3 (dashboard card). */
export const cardSchema = z
  .object({
    id: cardIdSchema,
    /** `gone`: of a type that there is no longer. It can only be removed. */
    type: z.enum([...contentTypes, "gone"]),
    /** Empty: called as its type is. */
    title: storableTextSchema
      .trim()
      .refine((title) => [...title].length <= cardTitleMaxLength, {
        error: `A title can have at most ${cardTitleMaxLength} characters`,
      })
      .default(""),
    options: cardOptionsSchema.default({}),
    x: z
      .int()
      .min(0)
      .max(gridColumns - 1),
    y: z.int().min(0).max(maxGridRow),
    w: z.int().min(1).max(gridColumns),
    h: z.int().min(1).max(maxCardRows),
  })
  .refine(({ x, w }) => x + w <= gridColumns, { path: ["w"], error: "This card does not fit into the grid" });
export type DashboardCard = z.infer<typeof cardSchema>;

const isEachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length;
const everyCardOnce = "Every card has an id of its own";

/** The cards as they stand, and their order where there is one column. */
export const arrangementShape = {
  cards: z
    .array(cardSchema)
    .max(maxArrangedCards)
    .refine((cards) => isEachOnce(cards.map(({ id }) => id)), everyCardOnce),
  /** From the top; cards that are not named follow as they stand. */
  phoneOrder: z.array(cardIdSchema).max(maxArrangedCards).refine(isEachOnce, everyCardOnce),
};

export const layoutSchema = z.object({
  ...arrangementShape,
  /** Set by an administrator: they stay on the dashboard, as they are. */
  pinnedIds: z.array(cardIdSchema),
  /** Whether the person arranged it; else it is the default of a role, of everybody, or Atoll's own. */
  isOwn: z.boolean(),
  /** Grows with everything that the person changes. */
  version: z.int(),
});
export type DashboardLayout = z.infer<typeof layoutSchema>;
