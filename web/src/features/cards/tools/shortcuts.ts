import type { Shortcut, ShortcutGroup } from "../../../lib/page/shortcuts.ts";

export const newCardShortcut: Shortcut = { does: "New card in the section", keys: ["N"] };

export const triageShortcuts = {
  accept: { does: "Accept the bug", keys: ["1"] },
  duplicate: { does: "Mark the bug as a duplicate", keys: ["2"] },
  decline: { does: "Decline the bug", keys: ["3"] },
} as const satisfies Record<string, Shortcut>;

export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Sections", shortcuts: [newCardShortcut] },
  { title: "Triage of bugs", shortcuts: Object.values(triageShortcuts) },
];
