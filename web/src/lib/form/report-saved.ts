/** The event by which a form says that what was typed in it is saved. */
export const savedEvent = "words-saved";

/** Reports that the words of a form are saved, so that closing its dialog asks about them no more. */
export function reportSaved(form: Element | null): void {
  form?.dispatchEvent(new CustomEvent(savedEvent, { bubbles: true }));
}
