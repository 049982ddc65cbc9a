/** The longest calendar file that is read. */
export const maxIcsBytes = 700 * 1024;
export const maxIcsEvents = 2000;
/** In all, with those that repeat. */
export const maxIcsTimes = 200_000;
/** How many events the preview of an import shows. */
export const shownImportEvents = 50;
export const shownImportSkips = 50;

/** Why an entry of a file is left out. */
export const icsSkipReasons = [
  "no_times",
  "bad_times",
  "bad_rule",
  "unknown_zone",
  "cancelled",
  "too_many",
  "no_such_occurrence",
] as const;
export type IcsSkipReason = (typeof icsSkipReasons)[number];

export const icsSkipTexts: Readonly<Record<IcsSkipReason, string>> = {
  no_times: "It does not say when it is.",
  bad_times: "Its times cannot be read, or it ends before it begins.",
  bad_rule: "It repeats in a way that Atoll does not know.",
  unknown_zone: "Its time zone is not known.",
  cancelled: "It was cancelled.",
  too_many: "A file is read up to 2,000 events.",
  no_such_occurrence: "It changes a time that its series does not have.",
};

/** How far a feed reaches. */
export const feedDaysBack = 30;
export const feedDaysAhead = 400;
