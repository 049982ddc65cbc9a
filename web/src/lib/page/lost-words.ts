import { isComposing } from "./is-composing.ts";

type Field = HTMLElement & Partial<Pick<HTMLTextAreaElement, "value" | "selectionStart" | "setRangeText">>;

/** Words of a person whose field went away while they typed. */
export interface LostWords {
  /** The words in the field, with those that followed. */
  text: string;
  /** The reason, where a screen knows it. */
  why?: string | undefined;
}

interface Loss extends LostWords {
  /** The words that were in the field. */
  before: string;
  /** A search, a secret or an address to sign in with is not shown again. Its keys are kept from the page all the same. */
  isShown: boolean;
  /** The field did not come back. */
  isCertain: boolean;
}

/** A pause of this length ends the typing. */
const pauseMs = 1500;
/** A field that is only drawn again, as with a part of the page that reloads, is back within this time. */
const backWithinMs = 400;
/** Shorter words may be in another field by chance. */
const distinctLength = 10;

const fields =
  "textarea,[contenteditable=true],input:not([type=checkbox],[type=radio],[type=range],[type=file],[type=color])";
const notShown = "[type=search],[type=password],[type=email],[role=combobox],[autocomplete=one-time-code]";

/** The field that the last act of the person typed into. */
let typing: (LostWords & { field: Field; parent: Element | null }) | undefined;
let loss: Loss | undefined;
/** The person has not stopped since their field went away. */
let isGoingOn = false;
let pause: ReturnType<typeof setTimeout> | undefined;
let removals: MutationObserver | undefined;
const listeners = new Set<() => void>();

/**
 * Watches for a field that goes away while a person types in it, as when somebody else deletes the message. Until the
 * person stops, their keys are collected: none runs a shortcut or reaches another field. A field that goes after Enter,
 * Escape, Tab, a press or a step back is no loss.
 */
export function keepLostWords(): void {
  function listen<T extends keyof WindowEventMap>(type: T, handle: (event: WindowEventMap[T]) => void): void {
    window.addEventListener(type, handle, { capture: true });
  }
  function press({ target }: Event): void {
    if (loss) rest();
    if (!(target instanceof Node && typing?.field.contains(target))) forgetTyping();
  }
  listen("input", (event) => {
    const { target } = event;
    // Code reports values by plain events, as of the fields of a form that is sent.
    if (!(event instanceof InputEvent && isField(target) && target === document.activeElement)) return;
    if (!removals) {
      removals = new MutationObserver(look);
      removals.observe(document, { childList: true, subtree: true });
    }
    typing = { field: target, parent: target.parentElement, text: textOf(target) };
  });
  listen("keydown", (event) => {
    if (loss && collect(event, loss)) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    if (isComposing(event)) return;
    if (/^(Enter|Escape|Tab)$/.test(key) || ctrlKey || metaKey || altKey) forgetTyping();
  });
  listen("pointerdown", press);
  listen("click", press);
  listen("submit", forgetTyping);
  listen("popstate", forgetTyping);
  // A page may be drawn again before `popstate`. Older browsers have only that.
  if ("navigation" in globalThis)
    navigation.addEventListener("navigate", ({ navigationType }) => {
      if (navigationType === "traverse") forgetTyping();
    });
  // The page gives the focus to another field, which must not get the rest of the words.
  listen("focusin", ({ target }) => {
    if (isGoingOn && isField(target) && !isBack()) target.blur();
  });
}

/** Returns the words to show, once it is certain that their field is gone. */
export function getLostWords(): LostWords | undefined {
  return loss?.isShown && loss.isCertain && loss.text.trim() ? loss : undefined;
}

export function subscribeLostWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person is done with the words. */
export function closeLostWords(): void {
  clearTimeout(pause);
  isGoingOn = false;
  set(undefined);
}

/**
 * Gives the reason why a field goes away, just before or after it does.
 * @param words those that may be in the field, for a reason that comes before.
 * @returns whether the words are shown with it.
 */
export function explainLostWords(why: string, ...words: string[]): boolean {
  if (loss?.isShown && loss.text.trim()) {
    set({ ...loss, why });
    return true;
  }
  if (!typing?.text.trim() || (typing.field.isConnected && !words.includes(typing.text))) return false;
  typing.why = why;
  return true;
}

/** The person did something else than typing. The page does not see all of it, such as a press on a system notification. */
export function forgetTyping(): void {
  typing = undefined;
}

function look(): void {
  if (loss) isBack();
  if (!typing || typing.field.isConnected) return;
  const { field, parent, text, why } = typing;
  forgetTyping();
  // A document saves words as they are typed, and the place of a field may show what was saved.
  const isHere = (one: Element) => one.isConnected && one.textContent.trim() === text.trim();
  const isSaved = field.value === undefined || [...(parent?.children ?? [])].some(isHere);
  const before = isSaved ? "" : text;
  const isShown = !field.matches(notShown);
  if (!isShown && text === "") return;
  // Words that are still shown stay.
  const earlier = getLostWords();
  const all = earlier ? `${earlier.text}\n\n${before}` : before;
  set({ before, text: all, why, isShown, isCertain: earlier !== undefined });
  isGoingOn = true;
  if (isBack()) return;
  const { activeElement } = document;
  if (isField(activeElement)) activeElement.blur();
  goOn();
  setTimeout(() => loss && set({ ...loss, isCertain: true }), backWithinMs);
}

/** Takes a key that is for no one any more. Returns whether the words go on with it. */
function collect(event: KeyboardEvent, { text, before }: Loss): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isCommand = metaKey || (ctrlKey && !altKey);
  const isLetter = key.length === 1 && !isCommand;
  const box = target instanceof Element ? target.closest("[role=alertdialog]") : null;
  const isInBox = box?.querySelector("[data-lost-words]");
  // After a pause, the keys of its buttons are for the box.
  if (!isGoingOn && !(isInBox && isLetter && key !== " ")) return false;
  event.stopImmediatePropagation();
  // The browser's own keys.
  if (isComposing(event) || isCommand || /^F\d/.test(key)) return true;
  event.preventDefault();
  if (key === "Escape") rest();
  else {
    const next =
      key === "Backspace" ? text.slice(0, -1) : text + (isLetter ? key : key === "Enter" ? "\n" : "");
    if (loss && next !== text) set({ ...loss, text: next, before: next.startsWith(before) ? before : next });
    goOn();
  }
  return true;
}

function goOn(): void {
  isGoingOn = true;
  clearTimeout(pause);
  pause = setTimeout(rest, pauseMs);
}

function rest(): void {
  clearTimeout(pause);
  isGoingOn = false;
  if (loss) set(loss.isShown && loss.text.trim() ? { ...loss, isCertain: true } : undefined);
}

/** The field was only drawn again, or its words were moved to another one: the person goes on there. */
function isBack(): boolean {
  // A search goes on in another one, as in the parts of a picker.
  if (loss?.isShown === false && document.activeElement?.matches(notShown)) {
    closeLostWords();
    return true;
  }
  const words = loss?.before.trim();
  if (!words || !loss || loss.isCertain) return false;
  const typed = loss.text.slice(loss.before.length);
  const field = [...document.querySelectorAll<Field>(fields)].find((one) => {
    const there = textOf(one).trim();
    return there === words || (words.length >= distinctLength && there.includes(words));
  });
  if (!field || (typed && !field.setRangeText)) return false;
  closeLostWords();
  const end = field.value?.length ?? 0;
  if (field !== document.activeElement || typed) {
    field.focus();
    if (typeof field.selectionStart === "number") field.setRangeText?.(typed, end, end, "end");
    if (typed)
      field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: typed }));
  }
  return true;
}

function set(next: Loss | undefined): void {
  loss = next;
  for (const listener of listeners) listener();
}

const isField = (target: unknown): target is Field => target instanceof HTMLElement && target.matches(fields);

const textOf = (field: Field): string => field.value ?? field.textContent ?? "";
