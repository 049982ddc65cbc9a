/**
 * Lets a form hear of what stands in its fields though nobody told it: some password managers fill them in without an
 * event. Of a field that holds what it last told, React passes nothing on.
 */
export function reportFilledIn(form: HTMLFormElement): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement) element.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
