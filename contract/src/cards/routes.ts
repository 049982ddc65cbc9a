import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { apiRoutes } from "./api-routes.ts";
import { cardFilterShape as filter } from "./filter.ts";
import { hookRoutes } from "./hook-routes.ts";
import { importRoutes } from "./import-routes.ts";
import { incidentRoutes } from "./incident-routes.ts";
import { cardOrders, cardSorts, maxTableColumns } from "./limits.ts";
import { cardLinkRoutes } from "./link-routes.ts";
import { isColumnName } from "./list-search.ts";
import { monitoringRoutes } from "./monitoring-routes.ts";
import { onCallRoutes } from "./on-call-routes.ts";
import {
  approvalSchema,
  cardChangeSchema,
  cardFiguresSchema,
  cardHistoryEntrySchema,
  cardSchema,
  cardTotalsSchema,
  cardTypeSchema,
  newCardSchema,
  openCardSchema,
} from "./schemas.ts";
import { sectionRoutes } from "./section-routes.ts";
import { sequenceRoutes } from "./sequence-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { statusRoutes } from "./status-routes.ts";

const ofType = z.object({ typeId: idSchema });
const ofCard = z.object({ cardId: idSchema });
const cards = z.object({ cards: z.array(cardSchema) });

/** Cards of departments. Specification, sections 2 and 6. Only members of a department know of its sections. */
export const cardRoutes = {
  listSections: defineRoute({
    method: "GET",
    path: "/api/departments/:slug/sections",
    summary: "The sections of a department that the viewer may read, with what stands in them.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ slug: z.string().max(200) }),
    status: 200,
    response: z.object({
      sections: z.array(
        z.object({
          type: cardTypeSchema,
          figures: cardFiguresSchema,
          /** The columns of the table that the viewer chose, in their order; none: the usual ones. */
          columns: z.array(z.string()),
        }),
      ),
    }),
    errors: ["section_not_found"],
  }),
  listCards: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/cards",
    summary: "A page of the cards of a section, filtered and ordered.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    query: z.object({
      ...pageQuery({ size: 50, max: 200 }),
      ...filter,
      sort: z.enum(cardSorts).default("position"),
      /** With the order "field": the name of the field. */
      by: z.string().max(40).optional(),
      /** Without it, the newest changes and the largest numbers come first. Cards without a value come last both ways. */
      order: z.enum(cardOrders).optional(),
    }),
    status: 200,
    response: pageOf(cardSchema),
    errors: ["section_not_found"],
  }),
  readBoard: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/board",
    summary: "The cards of a section by stage, the first of each, filtered. The list brings the next pages.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    query: z.object({ ...filter, limit: z.coerce.number().int().min(1).max(200).default(50) }),
    status: 200,
    response: z.object({
      groups: z.array(
        z.object({
          stage: z.string(),
          items: z.array(cardSchema),
          total: z.int(),
          nextCursor: z.string().nullable(),
        }),
      ),
    }),
    errors: ["section_not_found"],
  }),
  readTotals: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/totals",
    summary: "How many cards of a section a filter lets through, and the sums of their numbers and amounts.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    query: z.object(filter),
    status: 200,
    response: cardTotalsSchema,
    errors: ["section_not_found"],
  }),
  setColumns: defineRoute({
    method: "PUT",
    path: "/api/card-types/:typeId/columns",
    summary: "Choose the columns of a section's table for the viewer, in their order. None: the usual ones.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofType,
    body: z.object({
      columns: z
        .array(z.string().refine(isColumnName, "This is not the name of a column"))
        .max(maxTableColumns),
    }),
    status: 204,
    errors: ["section_not_found"],
  }),
  readGrid: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/grid",
    summary:
      "A page of the rows of a section's grid: the newest card of each cell, the newest that is requested there, and freezes.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    query: z.object({ ...pageQuery({ size: 100, max: 200 }), ...filter }),
    status: 200,
    response: pageOf(cardSchema),
    errors: ["section_not_found"],
  }),
  exportCards: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/export",
    summary: "The cards of a section as CSV, 5,000 at most.",
    access: "signed-in",
    rateLimit: { max: 6, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofType,
    query: z.object(filter),
    status: 200,
    response: z.object({ csv: z.string(), isWhole: z.boolean() }),
    errors: ["section_not_found"],
  }),
  createCard: defineRoute({
    method: "POST",
    path: "/api/card-types/:typeId/cards",
    summary: "Add a card, behind all of its stage.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofType,
    body: newCardSchema,
    status: 200,
    response: z.object({ card: cardSchema }),
    errors: [
      "section_not_found",
      "card_id_taken",
      "card_field_wrong",
      "person_not_found",
      "stage_reason_required",
      "card_not_ready",
    ],
  }),
  getCard: defineRoute({
    method: "GET",
    path: "/api/cards/:cardId",
    summary:
      "One card, with its section, the cards merged into it, the viewer's own steps and its history of numbers.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofCard,
    status: 200,
    response: openCardSchema,
    errors: ["card_not_found"],
  }),
  changeCards: defineRoute({
    method: "PATCH",
    path: "/api/cards",
    summary:
      "Change, move or delete one card or many of one section, all or none. Sent again, it is done once.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: cardChangeSchema,
    status: 200,
    response: cards,
    errors: [
      "card_not_found",
      "changed_meanwhile",
      "card_field_wrong",
      "change_id_taken",
      "person_not_found",
      "stage_reason_required",
      "card_not_ready",
      "card_merge_wrong",
      "card_link_not_found",
      "too_many_card_links",
    ],
  }),
  approveCard: defineRoute({
    method: "PUT",
    path: "/api/cards/:cardId/approval",
    summary:
      "Approve the content of a card, or take back the viewer's own approval. Any change of the content drops it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCard,
    body: approvalSchema,
    status: 200,
    response: z.object({ card: cardSchema }),
    errors: [
      "card_not_found",
      "card_field_wrong",
      "not_the_approver",
      "own_approval",
      "changed_meanwhile",
      "change_id_taken",
      "card_not_ready",
    ],
  }),
  undoChange: defineRoute({
    method: "DELETE",
    path: "/api/card-changes/:changeId",
    summary: "Undo a change of the viewer's, where nobody has changed the same since.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ changeId: idSchema }),
    status: 200,
    response: cards,
    errors: ["card_change_not_found", "changed_meanwhile", "card_not_ready"],
  }),
  readHistory: defineRoute({
    method: "GET",
    path: "/api/cards/:cardId/history",
    summary: "What was changed about a card, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofCard,
    query: z.object(pageQuery({ size: 30, max: 100 })),
    status: 200,
    response: pageOf(cardHistoryEntrySchema),
    errors: ["card_not_found"],
  }),
  ...cardLinkRoutes,
  ...sectionRoutes,
  ...hookRoutes,
  ...importRoutes,
  ...incidentRoutes,
  ...apiRoutes,
  ...monitoringRoutes,
  ...onCallRoutes,
  ...sequenceRoutes,
  ...settingsRoutes,
  ...statusRoutes,
};
