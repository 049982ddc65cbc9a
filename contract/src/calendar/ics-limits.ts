/** The longest calendar file that is read. */
export const maxIcsBytes = 700 * 1024;
export const maxIcsEvents = 2000;
/** In all, with those that repeat. */
export const maxIcsTimes = 200_000;
/** How many events the preview of an import shows. */
export const shownImportEvents = 50;
export const shownImportSkips = 50;
/** How many places of a file the preview shows for each kind of loss. */
export const shownImportLosses = 10;

/** Why an entry of a file is left out. */
export const icsSkipReasons = [
  "no_times",
  "bad_times",
  "out_of_reach",
  "bad_rule",
  "unknown_zone",
  "cancelled",
  "double",
] as const;
export type IcsSkipReason = (typeof icsSkipReasons)[number];

export const icsSkipTexts: Readonly<Record<IcsSkipReason, string>> = {
  no_times: "It does not say when it is.",
  bad_times: "Its times cannot be read.",
  out_of_reach: "It is before 1900 or after 2199.",
  bad_rule: "It repeats in a way that Atoll does not know.",
  unknown_zone: "Its time zone is not known.",
  cancelled: "It was cancelled.",
  double: "It is in the file more than once. The newest one is imported.",
};

/** Reasons why an imported event differs from its file. */
export const icsLossReasons = [
  "line_unreadable",
  "line_joined",
  "not_utf8",
  "cut_short",
  "not_events",
  "rule",
  "exrule",
  "single_days",
  "end",
  "before_1900",
  "occurrence_alone",
  "range",
  "alarm",
  "alarm_email",
  "alarm_after",
  "alarms_many",
  "text_cut",
  "link",
  "attachments",
  "guests",
  "kept_as_here",
] as const;
export type IcsLossReason = (typeof icsLossReasons)[number];

export const icsLossTexts: Readonly<Record<IcsLossReason, string>> = {
  line_unreadable: "Lines that cannot be read. The rest of the event is imported.",
  line_joined: "Broken lines. Each was joined to the line before it.",
  not_utf8: "Lines that are not UTF-8. They were read as Western European text.",
  cut_short: "Parts without an end. They were read as far as they go.",
  not_events: "Tasks and notes. Only events are imported.",
  rule: "Repeats in a way that Atoll does not know. Only the first time is imported.",
  exrule: "Times that a rule leaves out (EXRULE). Atoll shows them; cancel them one by one.",
  single_days: "Single times of a series that cannot be read, or are more than 1,000.",
  end: "An end that cannot be read, is before the start or more than a year later.",
  before_1900: "Began before 1900. Atoll shows them from 1900 on.",
  occurrence_alone: "Changed times that do not fit their series. Each is imported as an event of its own.",
  range: "Changes of “this and following” that do not fit the rule. Only that one time is changed.",
  alarm: "Reminders that cannot be read.",
  alarm_email: "Reminders by email. Your usual reminders are used if there are no others.",
  alarm_after: "Reminders after the start or more than four weeks before it.",
  alarms_many: "More than five reminders. The five nearest to the start are kept.",
  text_cut: "Texts that are too long. They are shortened.",
  link: "Links that are not web addresses.",
  attachments: "Attachments.",
  guests: "Guests. An import invites nobody.",
  kept_as_here: "Events of this Atoll that the file has in another version. They stay as they are here.",
};

/** How far a feed reaches. */
export const feedDaysBack = 30;
export const feedDaysAhead = 400;
