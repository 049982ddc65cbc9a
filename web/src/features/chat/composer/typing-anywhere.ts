import { isComposing } from "../../../lib/page/is-composing.ts";

/** Moves the focus to the field when a person starts typing outside any input. Returns a function that stops it. */
export function writeFromAnywhere(field: () => HTMLTextAreaElement | null): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event) || !isLetter(event) || !isForNobody(event.target))
      return;
    field()?.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/** Signs begin shortcuts, and the space bar scrolls and presses. */
function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && /^[\p{L}\p{N}]$/u.test(key);
}

/** Returns whether a key press has no other target: no field has the focus, and no layer covers the page. */
function isForNobody(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.isContentEditable) return false;
  if (target.closest("input, textarea, select, [role=dialog], [role=menu], [role=listbox]")) return false;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") === null;
}
