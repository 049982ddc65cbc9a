import type { FormEvent } from "react";

/**
 * Returns the handler for a form element that is no form of fields: a composer, a line that adds, a box that goes
 * somewhere. A form with fields uses `useForm`.
 */
export function submitTo(act: () => unknown): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    // React passes the event on to a form around, also from a popover or a dialog.
    event.stopPropagation();
    act();
  };
}
