import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { nameSchema } from "../text/names.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { savedSearchNameMaxLength, searchAddressMaxLength } from "./limits.ts";

/** The search words, filters and order in the address of the search page: `q=freeze&kind=task`. */
export const searchAddressSchema = storableTextSchema
  .min(1)
  .max(searchAddressMaxLength)
  // Nothing that a browser could take for an address of its own, such as javascript:… or //elsewhere.example.
  .regex(/^[a-z]+=[^&#\s]*(?:&[a-z]+=[^&#\s]*)*$/i, "This should be a search");

/** The id is the browser's, so that one that is sent again is one saved search. */
export const savedSearchSchema = z.object({
  id: idSchema,
  name: nameSchema(savedSearchNameMaxLength),
  address: searchAddressSchema,
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

export const recentSearchSchema = z.object({ address: searchAddressSchema, at: instantSchema });
export type RecentSearch = z.infer<typeof recentSearchSchema>;

/** A person's own: the last ones first, and the saved ones by their names. */
export const searchesSchema = z.object({
  recent: z.array(recentSearchSchema),
  saved: z.array(savedSearchSchema),
});
export type Searches = z.infer<typeof searchesSchema>;
