import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { similarTextMaxLength } from "../votes/limits.ts";
import { hitSchema, searchKindSchema } from "./hit-schemas.ts";
import { maxRecentSearches, maxSavedSearches, maxSuggestions } from "./limits.ts";
import { searchAnswerSchema, searchQuestionSchema, searchTextSchema } from "./question-schemas.ts";
import { savedSearchSchema, searchAddressSchema, searchesSchema } from "./saved-schemas.ts";
import { searchWordRoutes } from "./word-routes.ts";

export const searchRoutes = {
  ...searchWordRoutes,
  searchEverywhere: defineRoute({
    method: "GET",
    path: "/api/search",
    summary:
      'Everything that the viewer may read and a query finds, the best first. Operators: from:, in:, is:task (or another kind), is:starred, has:file, has:link, before:, after:, -without, "exact words".',
    access: "signed-in",
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    query: searchQuestionSchema,
    status: 200,
    response: searchAnswerSchema,
    errors: ["search_too_slow", "search_superseded"],
  }),
  suggestHits: defineRoute({
    method: "GET",
    path: "/api/search/suggestions",
    summary: `While somebody types: what is called so, people and channels first, at most ${maxSuggestions}.`,
    access: "signed-in",
    rateLimit: { max: 600, windowSeconds: 60, by: "viewer" },
    query: z.object({ query: searchTextSchema.min(1) }),
    status: 200,
    response: z.object({ items: z.array(hitSchema) }),
    errors: ["search_too_slow", "search_superseded"],
  }),
  findSimilar: defineRoute({
    method: "GET",
    path: "/api/search/similar",
    summary: "Find existing things similar to a text being typed, most similar first.",
    access: "signed-in",
    rateLimit: { max: 600, windowSeconds: 60, by: "viewer" },
    query: z.object({
      text: storableTextSchema.trim().min(1).max(similarTextMaxLength),
      /** Kinds of search, separated by commas. */
      kinds: z
        .string()
        .max(200)
        .transform((names) => names.split(","))
        .pipe(z.array(searchKindSchema).min(1)),
      /** A thing that is left out: the one that others are like. */
      exceptId: idSchema.optional(),
    }),
    status: 200,
    response: z.object({ items: z.array(hitSchema) }),
    errors: ["search_too_slow", "search_superseded"],
  }),
  noteOpenedHit: defineRoute({
    method: "POST",
    path: "/api/search/opened",
    summary: "Record that the viewer opened a hit, which then ranks higher.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({ kind: searchKindSchema, id: idSchema }),
    status: 204,
    errors: [],
  }),
  listSearches: defineRoute({
    method: "GET",
    path: "/api/searches",
    summary: `The viewer's last ${maxRecentSearches} searches, and those that they saved, at most ${maxSavedSearches}.`,
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: searchesSchema,
    errors: [],
  }),
  noteSearch: defineRoute({
    method: "POST",
    path: "/api/searches/recent",
    summary: "Add a search to the recent ones. Repeating it moves it to the front.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({ address: searchAddressSchema }),
    status: 200,
    response: searchesSchema,
    errors: [],
  }),
  forgetSearches: defineRoute({
    method: "DELETE",
    path: "/api/searches/recent",
    summary: "Delete the recent searches, or the one with this address.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    query: z.object({ address: searchAddressSchema.optional() }),
    status: 200,
    response: searchesSchema,
    errors: [],
  }),
  saveSearch: defineRoute({
    method: "POST",
    path: "/api/searches/saved",
    summary: "Save a search under a name. Repeating the request returns the same search.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: savedSearchSchema,
    status: 201,
    response: searchesSchema,
    errors: ["saved_search_id_taken", "saved_search_name_taken", "too_many_saved_searches"],
  }),
  deleteSavedSearch: defineRoute({
    method: "DELETE",
    path: "/api/searches/saved/:searchId",
    summary: "Delete a saved search. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ searchId: idSchema }),
    status: 200,
    response: searchesSchema,
    errors: [],
  }),
};
