import type { Shortcut, ShortcutGroup } from "../../../lib/page/shortcuts.ts";

export const triageShortcuts = {
  accept: { does: "Accept the bug", keys: ["1"] },
  duplicate: { does: "Mark the bug as a duplicate", keys: ["2"] },
  decline: { does: "Decline the bug", keys: ["3"] },
} as const satisfies Record<string, Shortcut>;

export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Triage of bugs", shortcuts: Object.values(triageShortcuts) },
];
