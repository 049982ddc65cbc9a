/** The event by which a form says that what was typed in it is saved. */
export const savedEvent = "words-saved";

/** The event by which a dialog tells its forms that their person closed it, and so gave up what they typed. */
export const discardedEvent = "words-discarded";

/** Reports to the forms of a dialog that their words were discarded. */
export function reportDiscarded(dialog: Element | null): void {
  for (const form of dialog?.querySelectorAll("form") ?? [])
    form.dispatchEvent(new CustomEvent(discardedEvent));
}

/** Reports that the words of a form are saved, so that closing its dialog asks about them no more. */
export function reportSaved(form: Element | null): void {
  form?.dispatchEvent(new CustomEvent(savedEvent, { bubbles: true }));
}
