import type { ViewRules } from "@atoll/contract/saved-views/rules";

/** A page whose views the viewer may use: their person, the page, and what its address can contain. */
export interface OpenPlace {
  userId: string;
  place: string;
  rules: ViewRules;
}
