import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";

/** Undo for things whose changes are kept only to be undone. Tasks, events and cards have histories and routes of their own. */
export const changeRoutes = {
  undoChange: defineRoute({
    method: "DELETE",
    path: "/api/changes/:changeId",
    summary:
      "Undo a recent change by the viewer of a question, idea, page or announcement, unless someone has changed the same since.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ changeId: idSchema }),
    status: 204,
    errors: ["change_not_found", "changed_meanwhile"],
  }),
};
