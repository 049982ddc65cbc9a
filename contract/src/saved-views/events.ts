import { z } from "zod";
import { savedViewSchema, viewPlaceSchema } from "./schemas.ts";

/** Sent to all devices of the person who saved the views. */
export const savedViewEvents = {
  /** All of the viewer's saved views of one place, in order. */
  "saved-views.changed": z.object({ place: viewPlaceSchema, views: z.array(savedViewSchema) }),
};
