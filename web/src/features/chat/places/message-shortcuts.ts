import type { Shortcut } from "../../../lib/page/shortcuts.ts";

/** Opens the thread of the message that has the focus. */
export const replyShortcut: Shortcut = { does: "Reply in thread, on a message", keys: ["ArrowRight"] };
