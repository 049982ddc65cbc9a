// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isPressed, keyCaps, type Shortcut, useShortcut } from "./shortcuts.ts";

const goAnywhere: Shortcut = { does: "Go anywhere", keys: ["Mod+K"], whileTyping: true };
const showShortcuts: Shortcut = { does: "Show these shortcuts", keys: ["?"] };
const nextChat: Shortcut = { does: "Chat below", keys: ["Alt+ArrowDown"], whileTyping: true };
const nextUnread: Shortcut = { does: "Unread chat below", keys: ["Alt+Shift+ArrowDown"], whileTyping: true };
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1)";

beforeEach(() => {
  document.body.innerHTML = `<textarea></textarea><button></button><div role="dialog"><button></button></div>`;
});
afterEach(() => vi.restoreAllMocks());

it("names the keys of each shortcut as they are printed, on a Mac as there", () => {
  expect(keyCaps("Mod+K")).toEqual(["Ctrl", "K"]);
  expect(keyCaps("Alt+Shift+ArrowUp")).toEqual(["Alt", "Shift", "↑"]);
  on(mac);
  expect(keyCaps("Mod+K")).toEqual(["⌘", "K"]);
  expect(keyCaps("Alt+Shift+ArrowUp")).toEqual(["⌥", "⇧", "↑"]);
});

it("yields its keys to a more specific shortcut, and works in a drawer only if allowed", () => {
  const close: Shortcut = { does: "Close", keys: ["Escape"] };
  const inDrawer: Shortcut = { does: "Next", keys: ["j"], inDrawer: true };
  const calls: string[] = [];
  renderHook(() => useShortcut(close, () => calls.push("first") > 1));
  renderHook(() => useShortcut(close, () => calls.push("second")));
  renderHook(() => useShortcut(inDrawer, () => calls.push("next")));
  const press = (name: string, on: Element) =>
    on.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  press("Escape", document.body);
  press("Escape", document.body);
  expect(calls).toEqual(["first", "second", "first"]);
  const dialog = document.querySelector("[role=dialog]")!;
  press("j", dialog.querySelector("button")!);
  dialog.setAttribute("data-drawer", "detail");
  press("j", dialog.querySelector("button")!);
  press("Escape", dialog.querySelector("button")!);
  expect(calls).toEqual(["first", "second", "first", "next"]);
});

it("leaves Escape to a menu that is open and does not have the focus yet", () => {
  let calls = 0;
  renderHook(() => useShortcut({ does: "Close", keys: ["Escape"] }, () => calls++));
  const trigger = document.querySelector("button")!;
  trigger.dataset.popupOpen = "";
  press(document.body, "Escape");
  expect(calls).toBe(0);
  delete trigger.dataset.popupOpen;
  press(document.body, "Escape");
  expect(calls).toBe(1);
});

it("ignores what a browser that fills in a form sends without a key", () => {
  expect(isPressed(goAnywhere, new Event("keydown") as KeyboardEvent)).toBe(false);
});

it("requires exactly the pressed modifiers, and accepts punctuation on any keyboard layout", () => {
  expect(isPressed(goAnywhere, key("k", { ctrlKey: true }))).toBe(true);
  expect(isPressed(goAnywhere, key("K", { ctrlKey: true }))).toBe(true);
  expect(isPressed(goAnywhere, key("k"))).toBe(false);
  expect(isPressed(goAnywhere, key("k", { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(isPressed(goAnywhere, key("k", { metaKey: true }))).toBe(false);
  expect(isPressed(showShortcuts, key("?", { shiftKey: true }))).toBe(true);
  expect(isPressed(showShortcuts, key("?"))).toBe(true);
  expect(isPressed(nextChat, key("ArrowDown", { altKey: true }))).toBe(true);
  expect(isPressed(nextChat, key("ArrowDown", { altKey: true, shiftKey: true }))).toBe(false);
  expect(isPressed(nextUnread, key("ArrowDown", { altKey: true, shiftKey: true }))).toBe(true);
  on(mac);
  expect(isPressed(goAnywhere, key("k", { metaKey: true }))).toBe(true);
  expect(isPressed(goAnywhere, key("k", { ctrlKey: true }))).toBe(false);
});

it("ignores keys typed into fields and into parts with their own keys", () => {
  const onPress = vi.fn();
  const { unmount } = renderHook(() => {
    useShortcut(showShortcuts, () => onPress("sheet"));
    useShortcut(nextChat, () => onPress("next"));
  });
  const [page, inDialog] = document.querySelectorAll("button");
  press("textarea", "?");
  press("textarea", "ArrowDown", { altKey: true });
  expect(onPress.mock.calls).toEqual([["next"]]);
  expect(press(page!, "?").defaultPrevented).toBe(true);
  expect(press(inDialog!, "?").defaultPrevented).toBe(false);
  page!.addEventListener("keydown", (event) => event.preventDefault(), { once: true });
  press(page!, "?");
  press(page!, "ArrowDown", { altKey: true, isComposing: true });
  unmount();
  press(page!, "?");
  expect(onPress.mock.calls).toEqual([["next"], ["sheet"]]);
});

function on(userAgent: string): void {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
}

function key(name: string, held: KeyboardEventInit = {}): KeyboardEvent {
  return new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...held });
}

function press(target: string | Element, name: string, held?: KeyboardEventInit): KeyboardEvent {
  const event = key(name, held);
  const element = typeof target === "string" ? document.querySelector(target) : target;
  element?.dispatchEvent(event);
  return event;
}
