import { defineListSearch, id, named, oneOf, text } from "../list-search.ts";
import { questionTabNames } from "./limits.ts";

/** The tab and filters in the address of community questions. */
export const questionSearch = defineListSearch({
  tab: oneOf(questionTabNames),
  text: text(200),
  tag: text(200),
  departmentId: named("department", id),
});
