import { undoShortcut } from "../../capabilities/changes/undo-shortcut.ts";
import type { Shortcut } from "../../lib/page/shortcuts.ts";

/** The keys that work on every page. */
export const everywhere = {
  goAnywhere: { does: "Go anywhere", keys: ["Mod+K"], whileTyping: true },
  search: { does: "Search everything", keys: ["/"] },
  undo: undoShortcut,
  showShortcuts: { does: "Show these shortcuts", keys: ["?"] },
} satisfies Record<string, Shortcut>;
