/**
 * Fields that hold what a person typed and nothing keeps: it would be gone with the page. What is kept as a draft is
 * marked by `data-kept`, on the field or around it.
 */
const typedInto = new Set<Element>();

/** Listens from now on. Returns the way to stop. */
export function watchTypedText(): () => void {
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && !target.closest("[data-kept]")) typedInto.add(target);
  };
  document.addEventListener("input", onInput, { capture: true, passive: true });
  return () => document.removeEventListener("input", onInput, { capture: true });
}

/** Whether leaving the page would lose something that was typed. A field that was emptied, or is gone, holds nothing. */
export function isTextAtRisk(): boolean {
  for (const field of typedInto)
    if (!field.isConnected || textIn(field).trim() === "") typedInto.delete(field);
  return typedInto.size > 0;
}

function textIn(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value;
  // A tick or a choice is made again in a moment; what is searched for is in the address or in the memory.
  if (field instanceof HTMLInputElement) return hasText.test(field.type) ? field.value : "";
  return field instanceof HTMLElement && field.isContentEditable ? (field.textContent ?? "") : "";
}

const hasText = /^(text|email|password|url|tel|number)$/;
