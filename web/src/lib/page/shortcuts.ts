import { useEffect, useEffectEvent } from "react";
import { isComposing } from "./is-composing.ts";

export interface Shortcut {
  /** The description in the list of shortcuts. */
  does: string;
  /**
   * The keys as `KeyboardEvent.key` names them, with what is held before them; Mod is Command on a Mac, else Control.
   * Several of them do the same.
   */
  keys: readonly string[];
  /** It works also while the focus is in a text. */
  whileTyping?: boolean;
  /** It works also in a drawer, which shows a part of the page. */
  inDrawer?: boolean;
}

/** Shortcuts under a title, for the sheet. */
export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/**
 * Calls back when the keys of a shortcut are pressed on the page: not when something took them before, in a dialog
 * or menu, or while a text is typed, unless it is meant for that.
 * @param onPress returns false if the keys were not for it: another shortcut may take them.
 */
export function useShortcut(shortcut: Shortcut, onPress: (event: KeyboardEvent) => unknown): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        isComposing(event) ||
        !isPressed(shortcut, event) ||
        isElsewhere(event, shortcut) ||
        closesPopup(event)
      )
        return;
      if (press(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [shortcut]);
}

/** Returns whether these are the keys of a shortcut. */
export function isPressed(shortcut: Shortcut, event: KeyboardEvent): boolean {
  // A browser that fills in a form by itself tells of presses without a key.
  if (event.key === undefined || (!shortcut.whileTyping && isTyping(event.target))) return false;
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

const caps: Record<string, string> = {
  Mod: "Ctrl",
  ArrowUp: "\u2191",
  ArrowDown: "\u2193",
  ArrowLeft: "\u2190",
  ArrowRight: "\u2192",
  Escape: "Esc",
  " ": "Space",
};
const macCaps: Record<string, string> = { Mod: "\u2318", Alt: "\u2325", Shift: "\u21e7" };

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Returns whether keys and the clipboard are for this alone: for a text field, a dialog or a menu. */
export function takesKeys(target: EventTarget | null): boolean {
  return isTyping(target) || overlayOf(target) !== null;
}

/** A dialog or a menu has the keyboard for itself. */
function isElsewhere({ target }: KeyboardEvent, { inDrawer = false }: Shortcut): boolean {
  const over = overlayOf(target);
  return over !== null && !(inDrawer && over.hasAttribute("data-drawer"));
}

function overlayOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("[role=dialog], [role=alertdialog], [role=menu]") : null;
}

/** A menu that has just opened gets the focus in the next frame. Until then, Escape is for the menu, too. */
function closesPopup({ key }: KeyboardEvent): boolean {
  return key === "Escape" && document.querySelector("[data-popup-open]") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}
