/** Closing a dialog may take a few frames until the focus is back. */
const mostFrames = 60;

/**
 * Focuses a new event in the grid, if nothing else has the focus: the element that the form was opened from may be gone,
 * and without the keyboard's place a person would have to start from the top of the page.
 */
export function focusItem(eventId: string, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    const item = document.querySelector<HTMLElement>(`[data-cal-item^="${CSS.escape(eventId)}"]`);
    if (item && !hasFocus) item.focus();
    else if (frames > 0) focusItem(eventId, frames - 1);
  });
}
