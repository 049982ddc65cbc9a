import { searchesSchema } from "./saved-schemas.ts";

/** Heard on every device of the person whose searches they are. */
export const searchEvents = {
  /** The viewer's recent and saved searches, as they now are. */
  "searches.changed": searchesSchema,
};
