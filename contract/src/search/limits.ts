/** The kinds of hits, in the order of the tabs. */
export const searchKinds = [
  "message",
  "task",
  "event",
  "announcement",
  "article",
  "question",
  "idea",
  "board",
  "card",
  "comment",
  "file",
  "channel",
  "person",
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The best first, or the newest. */
export const searchOrders = ["best", "newest"] as const;
export type SearchOrder = (typeof searchOrders)[number];

/** In UTF-16 units. */
export const searchQueryMaxLength = 1000;
export const hitPageSize = 20;
/** Counts are exact up to here. */
export const maxCountedHits = 1000;
/** The length of the text around a match. */
export const hitTextLength = 240;
/** While typing. */
export const maxSuggestions = 8;
export const maxRecentSearches = 20;
export const maxSavedSearches = 50;
/** In code points. */
export const savedSearchNameMaxLength = 60;
export const searchAddressMaxLength = 3000;
