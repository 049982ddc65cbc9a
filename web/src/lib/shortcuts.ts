import { useEffect, useEffectEvent } from "react";

export interface Shortcut {
  /** What it does, for the sheet that lists them all. */
  does: string;
  /**
   * The keys as `KeyboardEvent.key` names them, with what is held before them; Mod is Command on a Mac, else Control.
   * Several of them do the same.
   */
  keys: readonly string[];
  /** It works also while the focus is in a text. */
  whileTyping?: boolean;
}

interface ShortcutGroup {
  title: string;
  shortcuts: Record<string, Shortcut>;
}

/** Every key of Atoll with a meaning of its own: what listens takes its keys from here, and the sheet lists them. */
export const shortcutGroups = [
  {
    title: "Everywhere",
    shortcuts: {
      goAnywhere: { does: "Go anywhere", keys: ["Mod+K"], whileTyping: true },
      search: { does: "Search everything", keys: ["/"] },
      showShortcuts: { does: "Show these shortcuts", keys: ["?"] },
    },
  },
  {
    title: "Chats",
    shortcuts: {
      markRead: { does: "Mark the open chat read", keys: ["Escape"], whileTyping: true },
      previousChat: { does: "Chat above", keys: ["Alt+ArrowUp"], whileTyping: true },
      nextChat: { does: "Chat below", keys: ["Alt+ArrowDown"], whileTyping: true },
      previousUnread: { does: "Unread chat above", keys: ["Alt+Shift+ArrowUp"], whileTyping: true },
      nextUnread: { does: "Unread chat below", keys: ["Alt+Shift+ArrowDown"], whileTyping: true },
    },
  },
  {
    title: "Messages",
    shortcuts: {
      send: { does: "Send", keys: ["Enter"] },
      newLine: { does: "New line", keys: ["Shift+Enter"] },
      editLast: { does: "Edit your last message, in an empty field", keys: ["ArrowUp"] },
      moveInList: { does: "Message above or below, in the list", keys: ["ArrowUp", "ArrowDown"] },
      last: { does: "Newest message, in the list", keys: ["End"] },
    },
  },
] as const satisfies readonly ShortcutGroup[];

type NamesOf<Group> = Group extends { shortcuts: infer Shortcuts } ? keyof Shortcuts : never;
export type ShortcutName = NamesOf<(typeof shortcutGroups)[number]>;

const shortcuts: ReadonlyMap<string, Shortcut> = new Map(
  shortcutGroups.flatMap((group) => Object.entries<Shortcut>(group.shortcuts)),
);

/**
 * Calls back when the keys of a shortcut are pressed on the page: not when something took them before, in a dialog
 * or menu, or while a text is typed, unless it is meant for that.
 */
export function useShortcut(name: ShortcutName, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isPressed(name, event) || isElsewhere(event))
        return;
      event.preventDefault();
      press();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [name]);
}

/** Whether these are the keys of a shortcut. */
export function isPressed(name: ShortcutName, event: KeyboardEvent): boolean {
  const shortcut = shortcuts.get(name);
  if (!shortcut || (!shortcut.whileTyping && isTyping(event.target))) return false;
  return shortcut.keys.some((keys) => {
    const held = keys.split("+");
    const key = held.pop() ?? "";
    // Shift is part of what a sign is: where `?` lies differs from keyboard to keyboard.
    const isSign = key.length === 1 && !/[a-z]/i.test(key);
    return (
      event.key.toLowerCase() === key.toLowerCase() &&
      event.altKey === held.includes("Alt") &&
      (isSign || event.shiftKey === held.includes("Shift")) &&
      event.metaKey === (isMac() && held.includes("Mod")) &&
      event.ctrlKey === (!isMac() && held.includes("Mod"))
    );
  });
}

/** The caps of some keys, as they are printed. */
export function keyCaps(keys: string): string[] {
  return keys.split("+").map((key) => (isMac() ? macCaps[key] : undefined) ?? caps[key] ?? key);
}

const caps: Record<string, string> = { Mod: "Ctrl", ArrowUp: "\u2191", ArrowDown: "\u2193", Escape: "Esc" };
const macCaps: Record<string, string> = { Mod: "\u2318", Alt: "\u2325", Shift: "\u21e7" };

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** A dialog or a menu has the keyboard for itself. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
