import type { ShortcutGroup } from "../../lib/page/shortcuts.ts";

export const calendarShortcuts = {
  add: { does: "New event", keys: ["N"] },
  today: { does: "Today", keys: ["T"] },
  next: { does: "Next month, week or day", keys: ["J"] },
  previous: { does: "Previous month, week or day", keys: ["K"] },
  month: { does: "Month", keys: ["M"] },
  week: { does: "Week", keys: ["W"] },
  day: { does: "Day", keys: ["D"] },
  agenda: { does: "Agenda", keys: ["A"] },
} as const;

/** The keys for an open invitation, in the calendar and in the inbox. */
export const answerShortcuts = {
  accepted: { does: "Accept the invitation", keys: ["Y"], inDrawer: true },
  tentative: { does: "Maybe", keys: ["M"], inDrawer: true },
  declined: { does: "Decline the invitation", keys: ["N"], inDrawer: true },
} as const;

/** For the sheet that lists all. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "Calendar",
    shortcuts: [
      ...Object.values(calendarShortcuts),
      { does: "Open the event", keys: ["Enter"] },
      { does: "Lift the event; arrows move it", keys: [" "] },
      { does: "Change the end of a lifted event", keys: ["Shift+ArrowUp", "Shift+ArrowDown"] },
    ],
  },
  { title: "An open invitation", shortcuts: Object.values(answerShortcuts) },
];
