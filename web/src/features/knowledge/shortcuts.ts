import { toolbarShortcut } from "../../capabilities/documents/chrome/toolbar-shortcut.ts";
import type { ShortcutGroup } from "../../lib/page/shortcuts.ts";

export const knowledgeShortcuts = {
  comment: { does: "Comment on the selected words", keys: ["C"] },
  add: { does: "New article, SOP or answer", keys: ["N"] },
  edit: { does: "Edit the page", keys: ["E"] },
} as const;

/** For the sheet that lists all. The tree and the editor take their keys themselves. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Knowledge base", shortcuts: Object.values(knowledgeShortcuts) },
  {
    title: "Tree of articles",
    shortcuts: [
      { does: "Previous or next page", keys: ["ArrowUp", "ArrowDown"] },
      { does: "Close or open a branch", keys: ["ArrowLeft", "ArrowRight"] },
      { does: "Move the page up or down", keys: ["Alt+ArrowUp", "Alt+ArrowDown"] },
      { does: "Move the page out of its parent", keys: ["Alt+ArrowLeft"] },
      { does: "Move the page below the one before it", keys: ["Alt+ArrowRight"] },
      { does: "Select the page", keys: ["X"] },
    ],
  },
  {
    title: "Writing a page",
    shortcuts: [
      { does: "Insert a block", keys: ["/"] },
      { does: "Mention a person, task, channel or article", keys: ["@"] },
      { does: "Link", keys: ["Mod+K"] },
      { does: "Comment on the selected words", keys: ["Mod+Alt+M"] },
      toolbarShortcut,
    ],
  },
];
