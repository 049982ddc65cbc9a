import { madeFrom, ofCompany } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { wordEraser } from "./forget-words.ts";
import { registerSearchEverywhere } from "./routes.ts";

/** The slice of the search over everything that slices register. Specification, sections 2 (search) and 5. */
export const search: Slice = {
  name: "search",
  routes: [registerSearchEverywhere],
  erasers: [wordEraser],
  personalData: {
    recent_searches: {
      title: "Recent searches",
      erase: "account",
      of: "user_id",
      columns: ["searched_at", "address"],
    },
    saved_searches: {
      title: "Saved searches",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "name", "address"],
    },
    search_opened: {
      title: "Opened search results",
      erase: "account",
      of: "user_id",
      columns: ["opened_at", "kind", "thing_id"],
    },
    search_entries: madeFrom("what it finds"),
    search_words: madeFrom("what search finds"),
    words_to_forget: madeFrom("what search finds"),
    search_synonyms: ofCompany,
  },
};
