import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute } from "../route.ts";
import { preferencesChangeSchema } from "./preferences-schema.ts";
import { viewerSchema } from "./schemas.ts";

const viewerAnswer = z.object({ user: viewerSchema });

/** How one is seen, and how one reads. Specification, sections 2 (settings) and 3 (profile). */
export const profileRoutes = {
  setPicture: defineRoute({
    method: "PUT",
    path: "/api/auth/user/picture",
    summary: "Set the viewer's picture to an uploaded file, or remove it. The previous one is deleted.",
    access: "signed-in",
    forGuests: true,
    // Everybody sees it, oneself too.
    changesRights: true,
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    body: z.object({
      /** A file of kind `picture`. Null for the initials. */
      attachmentId: idSchema.nullable(),
    }),
    status: 200,
    response: viewerAnswer,
    errors: ["attachment_not_found"],
  }),
  changePreferences: defineRoute({
    method: "PATCH",
    path: "/api/auth/user/preferences",
    summary: "Change the viewer's formats of dates, times and numbers, on all devices. Omitted values stay.",
    access: "signed-in",
    forGuests: true,
    // They travel with the viewer.
    changesRights: true,
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    body: preferencesChangeSchema,
    status: 200,
    response: viewerAnswer,
    errors: [],
  }),
};
