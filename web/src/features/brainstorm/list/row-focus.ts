const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];

/** Focuses the row of an element, if there is one. */
export function focusRow(id: string | null): void {
  rows()
    .find((row) => row.dataset.row === id)
    ?.focus();
}

/** Returns the element in the row after this one, else in the row before it. */
export function neighbourOf(id: string): string | null {
  const ids = rows().map((row) => row.dataset.row ?? null);
  const at = ids.indexOf(id);
  return at < 0 ? null : (ids[at + 1] ?? ids[at - 1] ?? null);
}

/** Whether the focused element has gone from the page. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;
