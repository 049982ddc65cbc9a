interface Issue {
  path: string | readonly PropertyKey[];
  message: string;
}

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/**
 * The first message of each field, from a schema's issues or from the fields that the server marked. Undefined when
 * none of them is about these fields: the message then belongs above the form.
 */
export function fieldErrors<Name extends string>(
  names: readonly Name[],
  issues: readonly Issue[],
): FieldErrors<Name> | undefined {
  const found: FieldErrors<Name> = {};
  for (const name of names) {
    const issue = issues.find(({ path }) => (typeof path === "string" ? path : path[0]) === name);
    if (issue) found[name] = issue.message;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Moves to the first field of a form that is marked, in the order of the names. */
export function focusFirstError<Name extends string>(
  form: HTMLFormElement | null,
  names: readonly Name[],
  errors: FieldErrors<Name>,
): void {
  const name = names.find((candidate) => errors[candidate]);
  if (name) focusField(form, name);
}

export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
