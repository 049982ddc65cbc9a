import type { Shortcut } from "../../../lib/page/shortcuts.ts";

/** From the text to the toolbar, as in other editors. Escape leads back. */
export const toolbarShortcut = {
  does: "Go to the toolbar",
  keys: ["Alt+F10"],
  whileTyping: true,
} as const satisfies Shortcut;
