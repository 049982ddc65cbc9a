import { savedEvent } from "../../lib/form/report-saved.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields that take words. A search is no loss, nor is the text that a picker is filtered by. */
export const wordsFields =
  "textarea, input:is(:not([type]), [type=text], [type=url], [type=email], [type=tel], [type=number]):not([role=combobox])";

/** Marks an element whose text is saved as it is typed, or kept as a draft. */
export const keepsWords = "data-keeps-words";

/** Marks the line above words that were typed before a reload: closing would discard them. */
export const restoredWords = "data-restored-words";

/**
 * Follows what is typed into the fields of a dialog, whichever form they belong to.
 * @returns `hasWords`: whether closing the dialog would lose something typed.
 */
export function followTypedWords(popup: HTMLElement): { hasWords: () => boolean; stop: () => void } {
  const before = new Map<Field, string>();
  const stopping = new AbortController();
  function begin({ target }: Event): void {
    if (isWordsField(target) && !before.has(target)) before.set(target, target.value);
  }
  function forget({ target }: Event): void {
    for (const field of before.keys())
      if (target instanceof Node && target.contains(field)) before.delete(field);
  }
  // A field that is focused before this begins tells its first change.
  for (const event of ["focusin", "beforeinput"])
    popup.addEventListener(event, begin, { capture: true, signal: stopping.signal });
  popup.addEventListener(savedEvent, forget, { signal: stopping.signal });
  return {
    hasWords: () =>
      [...before].some(
        ([field, text]) => field.isConnected && field.value.trim() !== "" && field.value !== text,
      ),
    stop: () => stopping.abort(),
  };
}

function isWordsField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(wordsFields) && !target.closest(`[${keepsWords}]`);
}
