import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxSavedViews } from "./limits.ts";
import { newSavedViewSchema, savedViewChangeSchema, savedViewSchema, viewPlaceSchema } from "./schemas.ts";

const ofPlace = z.object({ place: viewPlaceSchema });
const ofView = ofPlace.extend({ viewId: idSchema });
/** Every change responds with all views of the place, in order. */
const views = z.object({ views: z.array(savedViewSchema) });

/** A person's saved views of pages with filters. Nobody else can see them. */
export const savedViewRoutes = {
  listSavedViews: defineRoute({
    method: "GET",
    path: "/api/saved-views/:place",
    summary: `The viewer's saved views of a page in their order, at most ${maxSavedViews}.`,
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofPlace,
    status: 200,
    response: views,
    errors: ["view_place_not_found"],
  }),
  saveView: defineRoute({
    method: "POST",
    path: "/api/saved-views/:place",
    summary: "Save a view of a page, after the existing ones. Repeating the request returns the same view.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofPlace,
    body: newSavedViewSchema,
    status: 201,
    response: views,
    errors: [
      "view_place_not_found",
      "saved_view_id_taken",
      "saved_view_name_taken",
      "saved_view_not_understood",
      "too_many_saved_views",
    ],
  }),
  changeSavedView: defineRoute({
    method: "PATCH",
    path: "/api/saved-views/:place/:viewId",
    summary: "Change the name or the filters of a view.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofView,
    body: savedViewChangeSchema,
    status: 200,
    response: views,
    errors: [
      "view_place_not_found",
      "saved_view_not_found",
      "saved_view_name_taken",
      "saved_view_not_understood",
      "changed_meanwhile",
    ],
  }),
  orderSavedViews: defineRoute({
    method: "PUT",
    path: "/api/saved-views/:place/order",
    summary: "Change the order of the views of a page. Views that are left out come last.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofPlace,
    body: z.object({ viewIds: z.array(idSchema).max(maxSavedViews) }),
    status: 200,
    response: views,
    errors: ["view_place_not_found"],
  }),
  deleteSavedView: defineRoute({
    method: "DELETE",
    path: "/api/saved-views/:place/:viewId",
    summary: "Delete a view. The things it shows stay. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofView,
    status: 200,
    response: views,
    errors: ["view_place_not_found"],
  }),
};
