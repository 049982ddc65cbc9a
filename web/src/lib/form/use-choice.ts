import type { ChangeEvent } from "react";
import { type FieldPath, type FieldPathValue, type FieldValues, useController } from "react-hook-form";
import type { Form } from "./use-form.ts";

/** A field of a form that is no input of the browser's: spread into a select of the kit, or take its parts. */
export function useChoice<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: Form<Values>,
  name: Name,
) {
  const { field } = useController({ control: form.control, name });
  return {
    value: field.value,
    onValueChange: (value: FieldPathValue<Values, Name>) => {
      form.forgetError(name);
      field.onChange(value);
    },
    error: form.errorOf(name),
    ref(element: HTMLElement | null) {
      form.keep(name, element);
      field.ref(element);
    },
  };
}

/** A field of a form that is on or off: spread into a checkbox or a toggle. */
export function useToggle<Values extends FieldValues>(form: Form<Values>, name: FieldPath<Values>) {
  const { field } = useController({ control: form.control, name });
  return {
    checked: field.value === true,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      form.forgetError(name);
      field.onChange(event.target.checked);
    },
  };
}
