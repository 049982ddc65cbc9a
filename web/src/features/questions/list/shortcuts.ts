import type { ShortcutGroup } from "../../../lib/page/shortcuts.ts";

export const questionShortcuts = {
  ask: { does: "Ask a question", keys: ["N"] },
  clear: { does: "Clear the selection", keys: ["Escape"] },
} as const;

/** For the sheet that lists all. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Community FAQs", shortcuts: Object.values(questionShortcuts) },
];
