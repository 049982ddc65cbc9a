import { defineRoute, rateLimits } from "../route.ts";
import { wordGroupsSchema } from "./word-schemas.ts";

/** The company's own words with the same meaning, which administrators edit. */
export const searchWordRoutes = {
  getWordGroups: defineRoute({
    method: "GET",
    path: "/api/admin/search/words",
    summary: "Get the company's own words with the same meaning, which the search and Ask AI use.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: wordGroupsSchema,
    errors: ["forbidden"],
  }),
  setWordGroups: defineRoute({
    method: "PUT",
    path: "/api/admin/search/words",
    summary: "Replace the company's own words with the same meaning.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: wordGroupsSchema,
    status: 200,
    response: wordGroupsSchema,
    errors: ["forbidden", "changed_meanwhile"],
  }),
};
