/** Moves to the first text of a form that is too long. @returns whether there is one, so that the form is not sent. */
export function focusTooLong(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>("[data-too-long]");
  field?.focus();
  return field !== null;
}
