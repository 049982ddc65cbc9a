import type { Slice } from "../../slice.ts";
import { placedViews } from "./placed-views.ts";
import { registerSavedViews } from "./routes.ts";

/** A person's saved views of pages with filters. Slices register their pages as `viewPlaces`. */
export const savedViews: Slice = {
  name: "saved-views",
  routes: [registerSavedViews],
  placed: [placedViews],
  personalData: {
    saved_views: {
      title: "Saved views",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "place", "name", "query"],
    },
  },
};
