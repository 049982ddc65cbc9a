import type { ShortcutGroup } from "../../lib/page/shortcuts.ts";

export const calendarShortcuts = {
  add: { does: "New event", keys: ["N"] },
  today: { does: "Today", keys: ["T"] },
  next: { does: "Later: next month, week or day", keys: ["J"] },
  previous: { does: "Earlier: month, week or day before", keys: ["K"] },
  month: { does: "Month", keys: ["M"] },
  week: { does: "Week", keys: ["W"] },
  day: { does: "Day", keys: ["D"] },
  agenda: { does: "Agenda", keys: ["A"] },
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
];
