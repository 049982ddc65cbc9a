import type { Slice } from "../../slice.ts";
import { placedViews } from "./placed-views.ts";
import { registerSavedViews } from "./routes.ts";

/** A person's saved views of pages with filters. Slices register their pages as `viewPlaces`. */
export const savedViews: Slice = {
  name: "saved-views",
  routes: [registerSavedViews],
  placed: [placedViews],
};
